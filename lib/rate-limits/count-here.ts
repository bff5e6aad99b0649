type Window = { count: number; endsAt: number };

// Next loads this module several times: the counters of this process must be one set all the same.
const shared = globalThis as typeof globalThis & { roadsteadRateLimits?: Map<string, Window> };

const MANY = 20_000;

/**
 * Counts one more in the window of this key, in this process only.
 * @param windowS how long a window lasts from its first count, in seconds
 * @returns how many there are now, this one included, and the seconds until the window ends
 */
export function countHere(key: string, windowS: number): { count: number; endsInS: number } {
  shared.roadsteadRateLimits ??= new Map();
  const windows = shared.roadsteadRateLimits;
  const now = Date.now();
  let window = windows.get(key);
  if (!window || window.endsAt <= now) {
    if (windows.size >= MANY) forgetEnded(windows, now);
    window = { count: 0, endsAt: now + windowS * 1000 };
    windows.set(key, window);
  }
  window.count++;
  return { count: window.count, endsInS: Math.ceil((window.endsAt - now) / 1000) };
}

/** When all of them are still running, somebody makes keys faster than time passes: better to forget than to grow. */
function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  if (windows.size >= MANY) windows.clear();
}
