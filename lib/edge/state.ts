import { eq, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { whyOff } from "./place";
import { edgeStates } from "./table";

const THE_ONE = "edge";

/** Writes down how the edge fares. */
export async function noteEdge(problem: string | undefined): Promise<void> {
  const now = new Date();
  const appliedAt = problem === undefined ? { appliedAt: now } : {};
  const since = sql`CASE WHEN ${edgeStates.problem} IS NULL THEN ${now.toISOString()}::timestamptz ELSE ${edgeStates.problemAt} END`;
  await db()
    .insert(edgeStates)
    .values({ id: THE_ONE, problem: problem ?? null, problemAt: problem ? now : null, ...appliedAt })
    .onConflictDoUpdate({
      target: edgeStates.id,
      set: { problem: problem ?? null, problemAt: problem ? since : null, ...appliedAt },
    });
}

/** What people have to see to before any domain works, as a sentence; undefined when nothing. */
export async function edgeProblem(): Promise<string | undefined> {
  const off = whyOff();
  if (off) return off;
  const [row] = await db().select().from(edgeStates).where(eq(edgeStates.id, THE_ONE));
  return row?.problem ?? undefined;
}
