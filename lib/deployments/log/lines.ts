import { and, asc, eq, gt } from "drizzle-orm";
import { db } from "@/lib/db/client";
import type { LogLine } from "../schema";
import { deploymentLogs } from "../table";

/** The lines of a deployment's log after `seq`, in order. */
export async function linesAfter(deploymentId: string, seq: number, limit: number): Promise<LogLine[]> {
  const rows = await db()
    .select()
    .from(deploymentLogs)
    .where(and(eq(deploymentLogs.deploymentId, deploymentId), gt(deploymentLogs.seq, seq)))
    .orderBy(asc(deploymentLogs.seq))
    .limit(limit);
  return rows.map(({ seq, at, service, level, text }) => ({
    seq,
    at: at.toISOString(),
    service,
    level,
    text,
  }));
}
