import type { Caller } from "@/lib/access/caller";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import type { Engine } from "@/lib/engine/engine";
import type { ImageScript } from "@/lib/engine/memory/image-script";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { projectRecord } from "@/lib/projects/on-project";
import { readVariables } from "@/lib/projects/variables/stored";
import { installationId, LABELS } from "@/lib/servers";
import { givenProject, givenQueued } from "../testing";
import { queueUpdate } from "./queue-update";

const writes = (version: string) => [{ path: "/data/version", content: version }];

/** Versions of a service that write which one they are into their volume. */
export const VERSIONS: Record<string, ImageScript> = {
  "web:1": { writes: writes("1") },
  "web:2": { writes: writes("2") },
  "web:crash": { writes: writes("crash"), exits: { afterMs: 20, code: 3 }, logs: ["cannot read the data"] },
  // Healthy at first, gone while it is watched.
  "web:late": { writes: writes("late"), exits: { afterMs: 450, code: 3 } },
};
export const WEB = { name: "web", image: "web:1", volumes: ["data:/data"] };

/** An app whose first version serves. Its worker has to be there. */
export async function givenInstalled(
  services: Parameters<typeof givenProject>[1] = [WEB],
  more: Parameters<typeof givenProject>[2] = {},
) {
  const owner = await givenOwner();
  const project = await givenProject(owner, services, more);
  const first = await givenQueued(owner, project.id);
  return { owner, project, first };
}

/** The definition with another image for a service, and whatever else is different. */
export function withImage(
  definition: AppDefinition,
  image: string,
  more: Partial<AppDefinition> = {},
): AppDefinition {
  const services = definition.services.map((one) => (one.name === "web" ? { ...one, image } : one));
  return { ...definition, services, ...more };
}

export async function update(owner: Caller, projectId: string, image: string): Promise<string> {
  const project = await projectRecord(projectId);
  const { id } = await queueUpdate(owner, project, { definition: withImage(project.definition, image) });
  return id;
}

/** Everything of a project that an update which fails must leave alone. */
export async function stateOf(projectId: string) {
  return { project: await projectRecord(projectId), rows: await readVariables(projectId) };
}

/** What a volume of the project holds, read as an app reads it. */
export async function dataIn(engine: Engine, slug: string, path = "/data/version"): Promise<string> {
  const labels = { reader: slug };
  const network = `${slug}_reading`;
  await engine.ensureNetwork(network, labels);
  const id = await engine.createContainer({
    ...{ name: `${slug}-reader`, image: "reader:1", labels, env: {}, files: [], ports: [], network },
    ...{ aliases: [], restart: "no", volumes: [{ volume: `${slug}_data`, target: "/data", readOnly: true }] },
  });
  await engine.startContainer(id);
  const { stdout } = await engine.exec(id, ["cat", path], { timeoutMs: 5_000 });
  await engine.removeContainer(id);
  await engine.removeNetwork(network);
  return stdout;
}

/** Copies of volumes on an engine, by name. */
export async function copiesOn(engine: Engine): Promise<string[]> {
  const volumes = await engine.listVolumes({ [LABELS.installation]: await installationId() });
  return volumes.filter(({ labels }) => labels[LABELS.copyOf]).map(({ name }) => name);
}

export const memoryEngine = (more: Record<string, ImageScript> = {}, diskBytes?: number) =>
  createMemoryEngine({ ...VERSIONS, "reader:1": { present: true }, ...more }, { diskBytes });
