import type { FrozenRun } from "./context";

/** Pieces of work that go on side by side: the first failure is the one to tell, and ends the others. */
export function openGroup(run: FrozenRun) {
  const failing = new AbortController();
  const works: Promise<void>[] = [];
  return {
    /** The run as the pieces see it: its signal aborts with the first failure too. */
    run: { ...run, signal: AbortSignal.any([run.signal, failing.signal]) },
    add(work: Promise<void>): Promise<void> {
      work.catch((error) => failing.abort(error));
      works.push(work);
      return work;
    },
    /** Waits until every piece has ended. @throws the first failure, or the run's own reason to stop */
    async settled(): Promise<void> {
      await Promise.allSettled(works);
      run.signal.throwIfAborted();
      if (failing.signal.aborted) throw failing.signal.reason;
    },
  };
}
