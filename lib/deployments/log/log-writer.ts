import { and, eq, max } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { notify } from "../notices";
import type { Lease } from "../run/lease";
import { persistently } from "../run/persistently";
import type { LogLine } from "../schema";
import { deploymentLogs, deployments } from "../table";
import type { Mask } from "./mask";

type Level = LogLine["level"];
type Entry = { at: Date; service: string | null; level: Level; text: string };
export type LogWriter = ReturnType<typeof createLogWriter>;

const WRITE_EVERY_MS = 200;
const BATCH = 1_000;
const LONGEST_LINE = 16 * 1024;

/** The deployment's log, continued after its last line. Nothing reaches it unmasked. */
export async function openLog(lease: Lease): Promise<LogWriter> {
  const [last] = await db()
    .select({ seq: max(deploymentLogs.seq) })
    .from(deploymentLogs)
    .where(eq(deploymentLogs.deploymentId, lease.row.id));
  return createLogWriter(lease, (last?.seq ?? 0) + 1);
}

function createLogWriter(lease: Lease, firstSeq: number) {
  let waiting: Entry[] = [];
  let nextSeq = firstSeq;
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let mask: Mask = (text) => text;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, BATCH);
        await store(
          lease,
          batch.map((entry, at) => ({ ...entry, seq: nextSeq + at })),
        );
        nextSeq += batch.length;
      }
    });
    return writing;
  }

  function add(entry: Entry) {
    waiting.push({ ...entry, text: clean(mask(entry.text)) });
    timer ??= setTimeout(() => flush().catch(() => {}), WRITE_EVERY_MS);
  }

  return {
    /** Roadstead's own line. */
    say: (text: string, level: Level = "info") => add({ at: new Date(), service: null, level, text }),
    /** A line of a service's container. */
    add,
    /** From now on these secrets are hidden too. */
    hide(next: Mask) {
      const before = mask;
      mask = (text) => next(before(text));
      waiting = waiting.map((entry) => ({ ...entry, text: clean(mask(entry.text)) }));
    },
    mask: (text: string) => mask(text),
    flush,
    close: () => clearTimeout(timer),
  };
}

/** The share lock on the row makes "still ours" and "written" one: a worker that takes over waits for it. */
async function store(lease: Lease, lines: (Entry & { seq: number })[]): Promise<void> {
  const { row, worker } = lease;
  const kept = await persistently(lease.held, () =>
    db().transaction(async (tx) => {
      const mine = and(eq(deployments.id, row.id), eq(deployments.worker, worker));
      const [held] = await tx.select({ id: deployments.id }).from(deployments).where(mine).for("share");
      if (!held) return false;
      // Written before, when the connection broke between commit and answer.
      await tx
        .insert(deploymentLogs)
        .values(lines.map((line) => ({ ...line, deploymentId: row.id })))
        .onConflictDoNothing();
      await notify(tx, { kind: "log", deploymentId: row.id });
      return true;
    }),
  );
  if (!kept) lease.stop("lost");
  lease.held.throwIfAborted();
}

// PostgreSQL's text holds neither NUL nor half a character.
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().slice(0, LONGEST_LINE).toWellFormed();
}
