/**
 * Does one piece of work after the other, a few at a time. The first failure ends the rest, and is the one to tell.
 * @throws the signal's reason, or whatever the first piece that failed has thrown
 */
export async function inLanes<T>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const queue = [...items];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined && !either.aborted; next = queue.shift()) {
      await work(next, either);
    }
  };
  await Promise.allSettled(
    Array.from({ length: atOnce }, () => lane().catch((error: unknown) => failing.abort(error))),
  );
  signal.throwIfAborted();
  if (failing.signal.aborted) throw failing.signal.reason;
}
