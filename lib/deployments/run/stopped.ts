/**
 * Why a worker stops carrying a deployment before its end.
 * `cancelled`: people want it to end. `lost`: another worker has it. `shutdown`: this process ends, the next goes on.
 */
export type StopCause = "cancelled" | "lost" | "shutdown";

/** The reason of every abort signal here, and what an interrupted piece of work throws. */
export class Stopped extends Error {
  readonly why: StopCause;
  constructor(why: StopCause) {
    super(`Stopped: ${why}`);
    this.name = "Stopped";
    this.why = why;
  }
}

/** Waits, and rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}

/**
 * The outcome of work that listens to the signal itself, or the signal's reason when it has not ended `graceMs`
 * after the abort: a call that hangs must not keep a cancel from ending.
 */
export async function endingWith<T>(signal: AbortSignal, graceMs: number, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const overdue = new Promise<never>((_, reject) => {
    const abort = () =>
      pause(graceMs, settled.signal).then(
        () => reject(signal.reason),
        () => {},
      );
    if (signal.aborted) void abort();
    else signal.addEventListener("abort", () => void abort(), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    settled.abort();
  }
}
