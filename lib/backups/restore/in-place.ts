import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import type { Change } from "@/lib/deployments/change/change";
import { queueChange } from "@/lib/deployments/change/queue-change";
import { readConnections } from "@/lib/projects/connections/stored";
import { linksOf, wiringOf, withWired } from "@/lib/projects/connections/wiring";
import { chooseExposures } from "@/lib/projects/exposures/choose";
import { portsOnEngine, portView } from "@/lib/projects/exposures/held-ports";
import { freezeState } from "@/lib/projects/freeze";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { isAt } from "@/lib/projects/variables/settle";
import { readVariables, sealed } from "@/lib/projects/variables/stored";
import type { Manifest } from "../format/manifest";

/**
 * Queues the deployment that makes a project what a backup says: version, variables and data. How its endpoints are
 * reached and what it is connected to stays as it is now.
 * @throws Refusal PROJECT_BUSY, PROJECT_NOT_DEPLOYED, VALIDATION_ERROR when a connection that it needs is gone
 */
export async function restoreInPlace(
  caller: Caller,
  project: ProjectRecord,
  manifest: Manifest,
): Promise<{ id: string }> {
  const { definition, variables, resources } = manifest;
  const ports = await portView(db(), caller, await portsOnEngine(project.id), project.id);
  const chosen = await chooseExposures(definition, [], project.exposures, ports);
  const exposures = chosen.exposures.map(({ conflict: _none, ...exposure }) => exposure);
  const state = { id: project.id, slug: project.slug, definition, exposures, resources };
  const { wires, issues } = await wiringOf(state, variables, await readConnections(project.id));
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
  const now = await readVariables(project.id);
  const change: Change = {
    ...{ definition, exposures, resources, digests: digestsOf(manifest) },
    writes: variables.map((variable) => sealed(project.id, variable)),
    removals: now
      .filter((row) => !variables.some((one) => isAt(one, row)))
      .map(({ service, key }) => ({ service, key })),
    base: { exposures: project.exposures, resources: project.resources },
    once: manifest.preparedOnce,
    restore: { backupId: manifest.backupId },
  };
  const frozen = freezeState(state, withWired(variables, wires), linksOf(wires));
  const snapshot = { ...frozen, images: manifest.images };
  return await queueChange(caller, project, { trigger: "restore", change, snapshot });
}

/** The images of then, by their digests: built ones have none, and are built anew. */
export function digestsOf({ images }: Manifest): Record<string, string> {
  const known = Object.entries(images).flatMap(([name, { digest }]) =>
    digest ? [[name, digest] as const] : [],
  );
  return Object.fromEntries(known);
}
