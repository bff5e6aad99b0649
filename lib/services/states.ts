import { inArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { type EngineContainer, EngineError } from "@/lib/engine/engine";
import { installationId, LABELS, onEngine } from "@/lib/servers";
import { noteAll, type StateRow } from "./store";
import { serviceStates } from "./table";
import { watchState } from "./watch-state";

/** What is known of services, or why nothing is: then `readAt` is when the engine last answered. */
export type States =
  | { readAt: Date; rows: StateRow[]; away?: undefined }
  | { readAt: Date | null; rows?: undefined; away: { since: Date; reason: string } };

const FRESH_MS = 1_000;

type Shared = { at: number; readAtMs: number; answer: Promise<States["away"]> };
// While nobody watches, one question to the engine serves everybody who asks within a second.
const shared = globalThis as typeof globalThis & { roadsteadReading?: Shared };

/**
 * The services of some projects as the engine has them: as the watcher keeps them written down, or, while nobody
 * watches, as the engine tells within a second. An engine that does not answer is an answer, never an error.
 * @param notBefore what was read earlier will not do, in milliseconds since 1970
 */
export async function statesOf(projectIds: readonly string[], notBefore = 0): Promise<States> {
  const watch = await watchState();
  if (watch.watched && watch.away) return watch;
  const away = watch.watched ? undefined : await readWithin(notBefore);
  if (away) return { readAt: null, away };
  const rows = await db()
    .select()
    .from(serviceStates)
    .where(inArray(serviceStates.projectId, [...projectIds]));
  return { readAt: new Date(), rows };
}

/** The same for who cannot do without. @throws EngineError "unreachable" when the engine does not answer */
export async function knownStatesOf(projectId: string, notBefore = 0): Promise<StateRow[]> {
  const { rows, away } = await statesOf([projectId], notBefore);
  if (away) throw new EngineError("unreachable", away.reason);
  return rows;
}

/** Reads a project's containers now: something was just changed there, and who did it wants to see it. */
export async function readServices(projectId: string): Promise<void> {
  await onEngine(async (engine) =>
    noteAll(await engine.listContainers(await labelled(projectId)), projectId),
  );
}

/** The next question goes to the engine, should nobody watch. */
export function forgetReading(): void {
  shared.roadsteadReading = undefined;
}

async function readWithin(notBefore: number): Promise<States["away"]> {
  const known = shared.roadsteadReading;
  // How long ago is not told by a clock that somebody may set back.
  const isFresh = known && performance.now() - known.readAtMs <= FRESH_MS && known.at >= notBefore;
  const reading = isFresh ? known : { at: Date.now(), readAtMs: performance.now(), answer: readAll() };
  shared.roadsteadReading = reading;
  return await reading.answer;
}

async function readAll(): Promise<States["away"]> {
  let containers: EngineContainer[];
  try {
    containers = await onEngine(async (engine) => engine.listContainers(await labelled()));
  } catch (error) {
    return { since: new Date(), reason: error instanceof Error ? error.message : String(error) };
  }
  await noteAll(containers);
  return undefined;
}

async function labelled(projectId?: string) {
  const installation = { [LABELS.installation]: await installationId() };
  return projectId ? { ...installation, [LABELS.project]: projectId } : installation;
}
