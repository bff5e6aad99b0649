import { and, desc, eq, gte } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { standingCaller } from "@/lib/auth/caller/standing";
import { db } from "@/lib/db/client";
import { isFinal } from "@/lib/deployments/machine";
import { deployments } from "@/lib/deployments/table";
import { applyUpdate } from "../apply";
import type { RoundEntry } from "../schema";
import { updateRounds } from "../table";
import { type RoundRecord, writeRound } from "./row";

/**
 * Takes every round that is under way as far as it goes now. One process at a time does this; after a crash the next
 * one finds in the deployments what was begun.
 * @returns whether a round is still under way
 */
export async function advanceRounds(): Promise<boolean> {
  const running = await db().select().from(updateRounds).where(eq(updateRounds.state, "running"));
  let isUnderWay = false;
  for (const round of running) if (!(await advance(round))) isUnderWay = true;
  return isUnderWay;
}

/** Those that have not begun are left out, for this reason. */
export function leaveOut(entries: readonly RoundEntry[], reason: string): RoundEntry[] {
  return entries.map((entry) =>
    entry.state === "waiting" ? { ...entry, state: "left_out", reason } : entry,
  );
}

/** @returns whether it is over */
async function advance(round: RoundRecord): Promise<boolean> {
  let { entries } = round;
  for (const [at, entry] of entries.entries()) {
    const next = await moved(round, entry);
    if (next === entry) {
      if (isOpen(entry)) return false;
      continue;
    }
    entries = entries.with(at, next);
    const isBad = next.state === "rolled_back" || next.state === "failed";
    if (isBad && !round.goOn) {
      entries = leaveOut(entries, `${entry.name} did not work, so this was not begun.`);
      await writeRound(round.id, { entries, state: "stopped", finishedAt: new Date() });
      return true;
    }
    if (!(await writeRound(round.id, { entries }))) return true;
    if (isOpen(next)) return false;
  }
  await writeRound(round.id, { entries, state: "done", finishedAt: new Date() });
  return true;
}

const isOpen = ({ state }: RoundEntry) => state === "waiting" || state === "running";

/** The entry as it is now: the same one where nothing has happened. */
async function moved(round: RoundRecord, entry: RoundEntry): Promise<RoundEntry> {
  if (entry.state === "running") return await outcome(entry);
  if (entry.state !== "waiting") return entry;
  const begun = (await begunBefore(round, entry)) ?? (await begin(round, entry));
  return begun.deploymentId ? await outcome(begun) : begun;
}

/** What a process queued that ended before it could write that down. */
async function begunBefore(
  { createdAt, createdBy }: RoundRecord,
  entry: RoundEntry,
): Promise<RoundEntry | undefined> {
  const ofRound = and(eq(deployments.through, UPDATE_ALL), eq(deployments.createdBy, createdBy));
  const [found] = await db()
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.projectId, entry.projectId), gte(deployments.createdAt, createdAt), ofRound))
    .orderBy(desc(deployments.number))
    .limit(1);
  return found && { ...entry, state: "running", deploymentId: found.id };
}

const UPDATE_ALL = "Update all";

async function begin(round: RoundRecord, entry: RoundEntry): Promise<RoundEntry> {
  const left = (reason: string): RoundEntry => ({ ...entry, state: "left_out", reason });
  const { organizationId, createdBy: userId } = round;
  const caller = await standingCaller(UPDATE_ALL, { organizationId, userId });
  if (!caller) return left("Whoever began the round does not belong to the organization any more.");
  try {
    const { deployment_id } = await applyUpdate(caller, { projectId: entry.projectId });
    return { ...entry, state: "running", deploymentId: deployment_id };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // It is its turn once the deployment under way has ended.
    if (error.code === "PROJECT_BUSY") return entry;
    return left(error.code === "NOTHING_TO_UPDATE" ? "There was nothing newer any more." : error.message);
  }
}

async function outcome(entry: RoundEntry): Promise<RoundEntry> {
  const { state, reason } = deployments;
  const [found] = await db()
    .select({ state, reason })
    .from(deployments)
    .where(eq(deployments.id, entry.deploymentId ?? ""));
  if (!found) return { ...entry, state: "left_out", reason: "The project was uninstalled." };
  if (!isFinal(found.state)) return entry;
  if (found.state === "ready") return { ...entry, state: "updated" };
  if (found.state === "cancelled") return { ...entry, state: "left_out", reason: "It was cancelled." };
  return { ...entry, state: found.state === "rolled_back" ? "rolled_back" : "failed", reason: found.reason };
}
