import { and, eq, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { noticeDeliveries, notificationChannels } from "../table";
import type { Message } from "./claim";
import type { Outcome } from "./deliver";

const MINUTE_S = 60;
const HOUR_S = 3_600;
/** From one attempt to the next; after the last one it is given up. */
const PAUSES_S = [5, MINUTE_S, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S];
const JITTER = 0.2;

/** Seconds until the next attempt after so many; undefined: there is none. */
export function pauseAfter(attempts: number, random = Math.random()): number | undefined {
  const pause = PAUSES_S[attempts - 1];
  return pause && pause * (1 + JITTER * (2 * random - 1));
}

/** Writes down what came of an attempt, unless another worker has taken the message over meanwhile. */
export async function finishMessage(worker: string, message: Message, outcome: Outcome): Promise<void> {
  const { id, channel, attempts } = message;
  const mine = and(
    eq(noticeDeliveries.messageId, id),
    eq(noticeDeliveries.worker, worker),
    eq(noticeDeliveries.state, "waiting"),
  );
  await db().transaction(async (tx) => {
    const changed = await tx
      .update(noticeDeliveries)
      .set({ worker: null, leaseUntil: null, ...whatNow(outcome, attempts) })
      .where(mine)
      .returning({ id: noticeDeliveries.id });
    if (changed.length === 0) return;
    await tx
      .update(notificationChannels)
      .set({ lastOk: outcome.ok, lastAt: new Date(), ...ofChannel(outcome) })
      .where(eq(notificationChannels.id, channel.id));
  });
}

function whatNow(outcome: Outcome, attempts: number) {
  const finishedAt = new Date();
  if (outcome.ok) return { state: "sent" as const, error: null, finishedAt };
  const pause = outcome.final ? undefined : pauseAfter(attempts);
  if (pause === undefined) return { state: "failed" as const, error: outcome.answer, finishedAt };
  const seconds = Math.max(pause, outcome.retryAfterS ?? 0);
  return { error: outcome.answer, nextAt: sql<Date>`now() + make_interval(secs => ${seconds})` };
}

function ofChannel(outcome: Outcome) {
  if (outcome.ok) return { lastError: null };
  const { answer: lastError, final, retryAfterS } = outcome;
  if (final === "gone")
    return { lastError, paused: true, pausedReason: "Its receiver says that it is gone for good." };
  if (retryAfterS === undefined) return { lastError };
  // What waits for the same receiver leaves it alone as well.
  return { lastError, quietUntil: sql<Date>`now() + make_interval(secs => ${retryAfterS})` };
}
