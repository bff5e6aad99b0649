// Many small changes a second are read as one.
const AT_MOST_EVERY_MS = 100;

/** Remembers a ring until somebody waits for it, and lets one through every so often. */
export function createBell(signal: AbortSignal) {
  let isRung = false;
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  return {
    ring() {
      isRung = true;
      wake();
    },
    async heard(atLatestMs: number): Promise<void> {
      await new Promise<void>((resolve) => {
        if (isRung || signal.aborted) return resolve();
        const timer = setTimeout(resolve, atLatestMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AT_MOST_EVERY_MS));
      isRung = false;
    },
  };
}
