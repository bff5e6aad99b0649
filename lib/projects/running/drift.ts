import { containerName, networkName } from "@/lib/deployments/run/container-spec";
import { type Serving, servingDeployment } from "@/lib/deployments/serving";
import { type DriftFound, driftBetween, type Expected } from "@/lib/services/drift";
import { statesOf } from "@/lib/services/states";
import type { StateRow } from "@/lib/services/store";
import { resourcesOf } from "../resources/profiles";

/** What somebody changed by hand on the engine since a project was deployed; nothing while that cannot be told. */
export async function driftOf(project: { id: string; stoppedAt: Date | null }): Promise<DriftFound[]> {
  const serving = await servingDeployment(project.id);
  if (!serving) return [];
  const { rows } = await statesOf([project.id], serving.finishedAt?.getTime());
  return rows ? driftIn(serving, rows, project.stoppedAt !== null) : [];
}

/** The same from what is known already. Pure. */
export function driftIn(serving: Serving, rows: readonly StateRow[], stopped: boolean): DriftFound[] {
  const own = rows.filter(({ deploymentId }) => deploymentId === serving.id);
  return driftBetween(expectedOf(serving), new Map(own.map((row) => [row.service, row])), stopped);
}

function expectedOf({ id, snapshot }: Serving): Expected[] {
  return snapshot.definition.services.map((service) => {
    const { memoryMb, cpuCores } = resourcesOf(snapshot.resources, service.name);
    const links = (snapshot.links ?? []).filter(({ users }) => users.includes(service.name));
    return {
      service: service.name,
      name: containerName(snapshot.slug, service.name, id),
      imageId: snapshot.images[service.name]?.id,
      networks: [networkName(snapshot.slug), ...links.map(({ network }) => network)],
      memoryMb: memoryMb ?? null,
      cpuCores: cpuCores ?? null,
      restart: service.restart ?? "unless-stopped",
    };
  });
}
