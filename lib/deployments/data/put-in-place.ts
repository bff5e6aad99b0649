import { LABELS } from "@/lib/servers/labels";
import { projectLabels, type Run } from "../run/context";
import { Failure } from "../run/failure";
import type { Snapshot } from "../snapshot";
import type { VolumeSnapshot } from "./stored";

/**
 * Gives volumes what their copies hold. A volume cannot be emptied, only made anew, and that only while no container
 * has it: all of the project's go, and who calls makes them again.
 */
export async function putInPlace(
  run: Run,
  snapshot: Pick<Snapshot, "images">,
  copies: readonly VolumeSnapshot[],
  signal: AbortSignal,
): Promise<void> {
  const left = await run.engine.listContainers(projectLabels(run));
  await Promise.all(left.map(({ id }) => run.engine.removeContainer(id)));
  for (const { volume, name } of copies) {
    run.log.say(`Putting back the data of the volume ${volume}`);
    await run.engine.copyVolume(name, volume, {
      image: await anyImage(run, snapshot),
      labels: projectLabels(run),
      helperLabels: helperLabels(run, volume),
      signal,
    });
  }
}

/** An image that the engine holds for certain; nothing of it is run. */
export async function anyImage(
  { engine }: Pick<Run, "engine">,
  { images }: Pick<Snapshot, "images">,
): Promise<string> {
  for (const { id } of Object.values(images)) if (await engine.findImage(id)) return id;
  throw new Failure("The engine holds no image of this project any more, so its data could not be copied.", {
    advice: "Pull one of its images on the engine, then try again.",
  });
}

/** Of no project: who looks at a project's containers is not to take it for one of its services. */
export function helperLabels({ installation, lease }: Run, volume: string) {
  return {
    [LABELS.installation]: installation,
    [LABELS.deployment]: lease.row.id,
    [LABELS.copyOf]: volume,
  };
}
