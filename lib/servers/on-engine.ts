import { Refusal } from "@/lib/access/refusal";
import { type Engine, EngineError } from "@/lib/engine";
import { doubtEngine, engine } from "./engine";

/**
 * Works on the engine for a verb: what the engine says no to becomes a refusal with its sentence.
 * @throws Refusal ENGINE_UNAVAILABLE, ENGINE_REFUSED, whatever the work throws itself
 */
export async function onEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  try {
    return await work(await engine());
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    if (cause.kind === "unreachable") doubtEngine();
    const code = cause.kind === "unreachable" ? "ENGINE_UNAVAILABLE" : "ENGINE_REFUSED";
    throw new Refusal(code, { message: cause.message, cause });
  }
}
