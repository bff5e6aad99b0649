import { and, desc, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { db } from "@/lib/db/client";
import type { RoundEntry, UpdateRound } from "../schema";
import { updateRounds } from "../table";

export type RoundRecord = typeof updateRounds.$inferSelect;

/** The organization's last round, or the one under way. */
export async function lastRound(organizationId: string): Promise<RoundRecord | undefined> {
  const [row] = await db()
    .select()
    .from(updateRounds)
    .where(eq(updateRounds.organizationId, organizationId))
    .orderBy(desc(updateRounds.createdAt))
    .limit(1);
  return row;
}

/** Whether the caller may do something about a project of a round. */
export function mayOn(
  caller: Caller,
  level: "read" | "write",
  { projectId }: Pick<RoundEntry, "projectId">,
): boolean {
  const { organizationId, grants } = caller;
  return allows(grants, { organizationId, type: "project", id: projectId }, level);
}

/** A round as the caller may see it: with the projects that it may read, and no others. */
export function toRound(caller: Caller, row: RoundRecord): UpdateRound {
  const { id, state, goOn, createdAt, finishedAt, entries } = row;
  return {
    ...{ id, state, goOn },
    entries: entries.filter((entry) => mayOn(caller, "read", entry)),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    canStop: mayStop(caller, row),
  };
}

/** Who may write every project that is still to come may say that it is not. */
export function mayStop(caller: Caller, { state, entries }: RoundRecord): boolean {
  const open = entries.filter((entry) => ["waiting", "running"].includes(entry.state));
  return state === "running" && !caller.readOnly && open.every((entry) => mayOn(caller, "write", entry));
}

/** Writes how a round goes on, unless somebody has ended it meanwhile. @returns whether it was still running */
export async function writeRound(
  id: string,
  next: Pick<RoundRecord, "entries"> & Partial<Pick<RoundRecord, "state" | "finishedAt">>,
): Promise<boolean> {
  const written = await db()
    .update(updateRounds)
    .set(next)
    .where(and(eq(updateRounds.id, id), eq(updateRounds.state, "running")))
    .returning({ id: updateRounds.id });
  return written.length > 0;
}
