import { Refusal } from "@/lib/access/refusal";
import { EngineError } from "@/lib/engine/engine";
import { engine } from "@/lib/servers";

/** The names of all volumes on the engine; undefined when it does not answer. */
export async function volumesOnEngine(): Promise<ReadonlySet<string> | undefined> {
  try {
    const volumes = await (await engine()).listVolumes({});
    return new Set(volumes.map((volume) => volume.name));
  } catch (error) {
    if (error instanceof Refusal || error instanceof EngineError) return undefined;
    throw error;
  }
}
