import { openStore } from "../storage/open";
import { StoreError } from "../storage/store";

// A person waits for the answer.
const CHECK_MS = 30_000;

/** Tries a destination. @returns what is wrong with it as a sentence; null when nothing is */
export async function whyUnusable(
  destination: Parameters<typeof openStore>[0],
  signal: AbortSignal,
): Promise<string | null> {
  const late = AbortSignal.timeout(CHECK_MS);
  try {
    await openStore(destination).check(AbortSignal.any([signal, late]));
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    if (late.aborted) return `The storage did not answer within ${CHECK_MS / 1000} s.`;
    throw error;
  }
}
