import { useCallback, useEffect, useRef, useState } from "react";
import type { ViewLine } from "./line";

const MOST_LINES = 3_000;
const FLUSH_MS = 150;

/**
 * Collects lines as they stream in and hands them on a few times a second, however fast they come. Lines that
 * were there already are dropped, and so are the oldest above 3,000.
 */
export function useLineBuffer(initial: readonly ViewLine[]) {
  const [lines, setLines] = useState<readonly ViewLine[]>(() => initial.slice(-MOST_LINES));
  const [dropped, setDropped] = useState(() => Math.max(0, initial.length - MOST_LINES));
  const lastSeq = useRef(initial.at(-1)?.seq ?? -1);
  const waiting = useRef<ViewLine[]>([]);
  const push = useCallback((line: ViewLine) => {
    if (line.seq <= lastSeq.current) return;
    lastSeq.current = line.seq;
    waiting.current.push(line);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = waiting.current;
      if (fresh.length === 0) return;
      waiting.current = [];
      setLines((before) => {
        const all = [...before, ...fresh];
        const excess = Math.max(0, all.length - MOST_LINES);
        if (excess > 0) setDropped((count) => count + excess);
        return all.slice(excess);
      });
    }, FLUSH_MS);
    return () => clearInterval(timer);
  }, []);
  return { lines, dropped, push, lastSeq };
}
