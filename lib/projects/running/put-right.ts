import { Refusal } from "@/lib/access/refusal";
import type { Service } from "@/lib/app-definition/schema";
import { startOrder } from "@/lib/app-definition/start-order";
import { containerName, containerSpec, stopGraceMs } from "@/lib/deployments/run/container-spec";
import type { Making } from "@/lib/deployments/run/context";
import type { Serving } from "@/lib/deployments/serving";
import type { Snapshot } from "@/lib/deployments/snapshot";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import { joinLinks } from "@/lib/deployments/steps/links/join-links";
import { makeNetwork } from "@/lib/deployments/steps/network";
import type { Engine } from "@/lib/engine/engine";
import { loginForImage } from "@/lib/registry";
import { installationId } from "@/lib/servers";
import type { DriftFound } from "@/lib/services/drift";
import type { StateRow } from "@/lib/services/store";
import { startOne } from "./lifecycle";

type Repairing = {
  engine: Engine;
  signal: AbortSignal;
  serving: Serving;
  projectId: string;
  rows: readonly StateRow[];
  /** Whether people want the project down: then nothing is started. */
  stopped: boolean;
};

/** Has the images of a version on the engine: what was taken off it by hand is pulled again, by its digest. */
export async function haveImages(
  engine: Engine,
  { images }: Snapshot,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, digest, reference } of Object.values(images)) {
    if (await engine.findImage(id)) continue;
    const name = reference.replace(/@.*$/, "").replace(/:[^/:]*$/, "");
    const login = digest ? await loginForImage(organizationId, name) : undefined;
    const options = { signal, onProgress: () => {}, ...(login && { login }) };
    const pulled = digest && (await engine.pullImage(`${name}@${digest}`, options));
    if (pulled && pulled.id === id) continue;
    throw new Refusal("ENGINE_REFUSED", {
      message: `The image of ${reference || "a built service"} is gone from the engine. Deploy the project to make it again.`,
    });
  }
}

/** Puts services right, those first that others depend on. What nothing was found of is not touched. */
export async function putRight(repairing: Repairing, found: readonly DriftFound[]): Promise<void> {
  if (found.length === 0) return;
  const { engine, signal, serving, projectId } = repairing;
  const { snapshot } = serving;
  const making: Making = {
    ...{ engine, signal, snapshot, installation: await installationId() },
    ...openSnapshot(projectId, snapshot),
    lease: { row: { id: serving.id, projectId } },
  };
  await makeNetwork(making);
  for (const service of startOrder(snapshot.definition.services).flat()) {
    const own = found.filter((one) => one.service === service.name);
    if (own.length > 0) await putServiceRight(repairing, making, service, own);
  }
}

async function putServiceRight(
  { engine, rows, stopped, signal }: Repairing,
  making: Making,
  service: Service,
  found: readonly DriftFound[],
): Promise<void> {
  const row = rows.find((one) => one.service === service.name);
  const is = (kind: DriftFound["kind"]) => found.some((one) => one.kind === kind);
  let id = row?.containerId ?? "";
  if (is("missing") || is("changed")) {
    if (!is("missing")) {
      await engine.stopContainer(id, stopGraceMs(service));
      await engine.removeContainer(id);
    }
    id = await engine.createContainer(containerSpec(making, service));
    await joinLinks(making, service.name, id);
  } else if (is("renamed")) {
    await engine.renameContainer(id, containerName(making.snapshot.slug, service.name, making.lease.row.id));
  }
  if (stopped || (is("renamed") && found.length === 1)) return;
  // A paused container can only be started once it has stopped.
  if (row?.state === "paused" && !is("changed")) await engine.stopContainer(id, stopGraceMs(service));
  await startOne(engine, service, id, signal);
}
