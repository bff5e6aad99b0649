import { useEffect, useState, useSyncExternalStore } from "react";

/** The present, in milliseconds since 1970, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const never = () => () => {};
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's time zone; UTC while the server draws the page, which cannot know it. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, ownZone, () => "UTC");
}
