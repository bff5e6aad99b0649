/**
 * Several streams as one, in the order their items come. Streams may be added while it is read; it ends when the
 * signal aborts. A reader that is too slow loses the oldest items, and is told how many.
 */
export function createMerged<T>(
  signal: AbortSignal,
  options: { holds: number; onLost: (count: number) => T },
) {
  let waiting: T[] = [];
  let lost = 0;
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });

  function push(item: T) {
    waiting.push(item);
    if (waiting.length > options.holds) {
      lost++;
      waiting.shift();
    }
    wake();
  }

  async function* read(): AsyncGenerator<T, void, undefined> {
    while (!signal.aborted) {
      if (lost > 0) {
        const count = lost;
        lost = 0;
        yield options.onLost(count);
      }
      const batch = waiting;
      waiting = [];
      yield* batch;
      if (waiting.length === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return { push, read };
}
