import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { claimMessage, dueAt, type Message } from "./claim";
import { deliver } from "./deliver";
import { finishMessage } from "./finish";
import { forgetOld } from "./forget";
import { hearWaking } from "./wake";

const AT_ONCE = 4;
const LONGEST_NAP_MS = 30_000;
const SHORTEST_NAP_MS = 100;
const AFTER_TROUBLE_MS = 5_000;
const FORGET_EVERY_MS = 3_600_000;

/** Sends what waits in the outbox of this database; several senders, also of other processes, share the work. */
export async function openSender(): Promise<{ stop(): Promise<void> }> {
  const worker = randomUUID();
  const stop = new AbortController();
  const bell = createBell();
  const stopHearing = await hearWaking(bell.ring);
  const done = sendWhile(stop.signal, worker, bell);
  const forgetting = setInterval(() => {
    forgetOld().catch((error: unknown) => console.error("old notices cannot be removed right now:", error));
  }, FORGET_EVERY_MS);
  forgetting.unref();
  return {
    async stop() {
      clearInterval(forgetting);
      stopHearing();
      stop.abort();
      bell.ring();
      await done;
    },
  };
}

type Bell = ReturnType<typeof createBell>;

/** Wakes whoever waits; a ring while nobody does is remembered. */
function createBell() {
  let wake = () => {};
  let rung = new Promise<void>((resolve) => (wake = resolve));
  return {
    ring: () => wake(),
    async heard() {
      await rung;
      rung = new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

async function sendWhile(signal: AbortSignal, worker: string, bell: Bell): Promise<void> {
  const under = new Set<Promise<void>>();
  while (!signal.aborted) {
    try {
      const message = under.size < AT_ONCE ? await claimMessage(worker) : undefined;
      if (message) {
        const sending = send(worker, message).finally(() => under.delete(sending));
        under.add(sending);
        continue;
      }
      await nap(await untilNext(), signal, bell, under);
    } catch (error) {
      if (!signal.aborted) console.error("notifications cannot be sent right now:", error);
      await nap(AFTER_TROUBLE_MS, signal, bell, under);
    }
  }
  await Promise.all(under);
}

async function nap(ms: number, signal: AbortSignal, bell: Bell, under: Set<Promise<void>>): Promise<void> {
  const over = new AbortController();
  const time = pause(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {});
  await Promise.race([time, bell.heard(), ...under]);
  over.abort();
}

async function send(worker: string, message: Message): Promise<void> {
  try {
    await finishMessage(worker, message, await deliver(message));
  } catch (error) {
    console.error(`what came of message ${message.id} could not be written down; it is sent again:`, error);
  }
}

/** Milliseconds until something may be due. */
async function untilNext(): Promise<number> {
  const [next] = await db().execute<{ ms: number | null }>(sql`
    SELECT extract(epoch FROM min(${dueAt}) - now())::float8 * 1000 AS ms
    FROM notice_deliveries d JOIN notification_channels c ON c.id = d.channel_id
    WHERE d.state = 'waiting' AND NOT c.paused`);
  return Math.min(LONGEST_NAP_MS, Math.max(SHORTEST_NAP_MS, next?.ms ?? LONGEST_NAP_MS));
}

type Sender = Awaited<ReturnType<typeof openSender>>;
// Next loads this module several times; a process has one sender.
const shared = globalThis as typeof globalThis & { roadsteadSender?: Promise<Sender> };

/** Starts this process's sender, once. */
export async function startSending(): Promise<void> {
  shared.roadsteadSender ??= openSender();
  await shared.roadsteadSender;
}

/** Stops it; what is on its way is finished. */
export async function stopSending(): Promise<void> {
  const sender = shared.roadsteadSender;
  shared.roadsteadSender = undefined;
  await (await sender)?.stop();
}
