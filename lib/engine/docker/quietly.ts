import { EngineError } from "../engine";

/** Who aborted a stream knows it: the loop ends instead of throwing. Other failures go through. */
export async function* quietly<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  try {
    for await (const value of source) {
      if (signal.aborted) return;
      yield value;
    }
  } catch (error) {
    if (!(signal.aborted && error instanceof EngineError && error.kind === "cancelled")) throw error;
  }
}
