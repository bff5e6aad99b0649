import { Refusal } from "@/lib/access/refusal";
import { EngineError, type EngineRegistries } from "@/lib/engine/engine";
import { engine } from "./engine";

/** As the engine is set up. Without one nobody knows of its mirrors: registries are asked at their own addresses. */
export async function engineRegistries(): Promise<EngineRegistries> {
  try {
    return await (await engine()).registries();
  } catch (error) {
    if (error instanceof Refusal || error instanceof EngineError) return { mirrors: [], insecure: [] };
    throw error;
  }
}
