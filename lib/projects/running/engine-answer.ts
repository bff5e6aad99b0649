import type { EngineContainer } from "@/lib/engine/engine";
import { installationId, LABELS, onEngine } from "@/lib/servers";

type Answer =
  | { readAt: Date; containers: EngineContainer[]; missing?: undefined }
  | { readAt: Date; missing: string };

const FRESH_MS = 1_000;

type Shared = { at: number; answer: Promise<Answer> };
// One answer serves everybody who asks within a second, however many pages and modules ask.
const shared = globalThis as typeof globalThis & { roadsteadContainers?: Shared };

/**
 * Every container of this installation, as the engine told it within the last second; or why it cannot be told.
 * @param notBefore an answer that was asked for earlier will not do
 */
export function containersNow(notBefore = 0): Promise<Answer> {
  const oldest = Math.max(notBefore, Date.now() - FRESH_MS);
  if (!shared.roadsteadContainers || shared.roadsteadContainers.at < oldest) {
    shared.roadsteadContainers = { at: Date.now(), answer: ask() };
  }
  return shared.roadsteadContainers.answer;
}

/** The next question goes to the engine: something was just changed there. */
export function forgetContainers(): void {
  shared.roadsteadContainers = undefined;
}

async function ask(): Promise<Answer> {
  try {
    const labels = { [LABELS.installation]: await installationId() };
    const containers = await onEngine((engine) => engine.listContainers(labels));
    return { readAt: new Date(), containers };
  } catch (error) {
    return { readAt: new Date(), missing: error instanceof Error ? error.message : String(error) };
  }
}
