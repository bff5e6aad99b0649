import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { domains } from "@/lib/domains/table";
import type { Exposure } from "@/lib/projects/schema";
import type { Site } from "./config";

/** What runs for a project: how its endpoints are reached, and which of their two ports is theirs. */
type Target = { projectId: string; exposures: Exposure[]; berth: 0 | 1 | null };

/** All that the edge should do, as the database says: its sites, and the projects whose second ports are used. */
export async function readSites(
  tx: Pick<Transaction, "select" | "selectDistinctOn">,
): Promise<{ sites: Site[]; marked: string[] }> {
  const [named, targets] = [await tx.select().from(domains), await readTargets(tx)];
  const byProject = new Map(targets.map((target) => [target.projectId, target]));
  return {
    sites: named.map(({ hostname, projectId, service, port }) => {
      const endpoint = byProject
        .get(projectId)
        ?.exposures.find((one) => one.service === service && one.port === port && one.kind === "http");
      return { hostname, mark: projectId, ports: portsOf(endpoint) };
    }),
    marked: targets.flatMap(({ projectId, berth }) => (berth === 1 ? [projectId] : [])),
  };
}

function portsOf(endpoint: Exposure | undefined): readonly number[] {
  if (!endpoint || endpoint.mode === "internal") return [];
  return endpoint.berths ?? (endpoint.hostPort === undefined ? [] : [endpoint.hostPort]);
}

/** By project with a domain, the deployment that requests go to: the newest that has its routes. */
async function readTargets(tx: Pick<Transaction, "selectDistinctOn">): Promise<Target[]> {
  return await tx
    .selectDistinctOn([deployments.projectId], {
      projectId: deployments.projectId,
      exposures: sql<Exposure[]>`${deployments.snapshot} -> 'exposures'`,
      berth: sql<0 | 1 | null>`${deployments.snapshot} -> 'berth'`,
    })
    .from(deployments)
    .innerJoin(domains, eq(domains.projectId, deployments.projectId))
    .where(
      sql`${deployments.snapshot} IS NOT NULL AND (${deployments.state} = 'ready'
        OR (${deployments.state} = 'deploying' AND ${deployments.routedAt} IS NOT NULL))`,
    )
    .orderBy(deployments.projectId, sql`${deployments.number} DESC`);
}
