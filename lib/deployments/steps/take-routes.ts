import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { domains } from "@/lib/domains/table";
import { underWay } from "@/lib/edge/admin";
import { applyEdge } from "@/lib/edge/apply";
import { edgeIsOn } from "@/lib/edge/place";
import { publishedPort } from "@/lib/projects/addresses";
import type { Run } from "../run/context";
import { servingDeployment } from "../serving";

/**
 * Has requests from outside go to this deployment from now on. An edge that fails fails no deployment: it is told, and
 * the edge goes over by itself as soon as it answers.
 */
export async function takeRoutes(run: Run): Promise<void> {
  if (!edgeIsOn()) return;
  const hostnames = await domainsOf(run);
  if (hostnames.length === 0) return;
  const isFirst = run.lease.row.routedAt === null;
  if (isFirst) {
    const routedAt = new Date();
    await run.lease.write({ routedAt });
    run.lease.row.routedAt = routedAt;
  }
  // Again after an interruption: what was written may not have been done.
  const problem = await apply();
  const names = new Intl.ListFormat("en").format(hostnames);
  if (problem) run.log.say(`${names}: action required. ${problem}`, "warn");
  else if (isFirst)
    run.log.say(`${names} ${hostnames.length === 1 ? "leads" : "lead"} to this version now`, "ok");
}

/** Has requests go to what served before, if this deployment had taken them. */
export async function giveRoutesBack(run: Run): Promise<void> {
  if (!run.lease.row.routedAt) return;
  await run.lease.write({ routedAt: null });
  run.lease.row.routedAt = null;
  const problem = await apply();
  if (problem) run.log.say(`The way back of its domains: action required. ${problem}`, "warn");
}

/** Waits until requests that are under way to what served before have been answered, or have had their time. */
export async function drainOthers(run: Run): Promise<void> {
  if (!run.lease.row.routedAt) return;
  const before = await servingDeployment(run.lease.row.projectId);
  if (!before || before.id === run.lease.row.id) return;
  const { exposures, berth } = before.snapshot;
  const ports = exposures.flatMap((one) => (one.berths ? (publishedPort(one, berth) ?? []) : []));
  const giveUpAt = performance.now() + run.limits.drainMs;
  while (performance.now() < giveUpAt && !run.lease.held.aborted) {
    const counts = await Promise.all(ports.map((port) => underWay(port).catch(() => 0)));
    if (counts.every((count) => count === 0)) return;
    await sleep(100);
  }
}

async function domainsOf(run: Run): Promise<string[]> {
  const rows = await db()
    .select({ hostname: domains.hostname })
    .from(domains)
    .where(eq(domains.projectId, run.lease.row.projectId));
  return rows.map(({ hostname }) => hostname);
}

/** @returns what people have to see to */
async function apply(): Promise<string | undefined> {
  try {
    return (await applyEdge()).problem;
  } catch (error) {
    console.error("the edge could not be told of a deployment:", error);
    return "The edge could not be told.";
  }
}
