import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ViewLine } from "./line";

const NEAR_END_PX = 24;

type Pause = { lines: readonly ViewLine[]; count: number };

/**
 * Keeps a list at its end while it grows, until somebody scrolls up: then what they look at stays as it is, however
 * fast lines come. Scrolling down to the end, or the End key, follows again.
 * @param dropped how many lines there were before the first one of `lines`
 */
export function useFollow(box: RefObject<HTMLElement | null>, lines: readonly ViewLine[], dropped: number) {
  const [paused, setPaused] = useState<Pause | null>(null);
  const latest = useRef<Pause>({ lines, count: 0 });
  latest.current = { lines, count: lines.length + dropped };
  const lastTop = useRef(0);
  const fromEnd = useRef(0);
  const following = paused === null;

  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  const follow = useCallback(() => setPaused(null), []);
  const pause = useCallback(() => {
    if (box.current) fromEnd.current = box.current.scrollHeight - box.current.scrollTop;
    setPaused((before) => before ?? latest.current);
  }, [box]);

  // While it follows, only the last lines are drawn: those above come in now, and must not push the view away.
  useLayoutEffect(() => {
    if (paused && box.current) box.current.scrollTop = box.current.scrollHeight - fromEnd.current;
  }, [paused, box]);
  // Wrapping and narrower windows move the end on too, without any new line.
  useLayoutEffect(() => {
    const content = box.current?.firstElementChild;
    if (!following || !content) return;
    toEnd();
    const observer = new ResizeObserver(toEnd);
    observer.observe(content);
    return () => observer.disconnect();
  }, [box, following, toEnd]);
  useLayoutEffect(() => {
    if (following && lines) toEnd();
  }, [following, lines, toEnd]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    function onScroll() {
      if (!element) return;
      const { scrollTop, scrollHeight, clientHeight } = element;
      const up = scrollTop < lastTop.current - 2;
      lastTop.current = scrollTop;
      // Lines that arrive make the list longer, but only a person scrolls up.
      if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) follow();
      else if (up) pause();
    }
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [box, follow, pause]);

  return {
    following,
    follow,
    pause,
    /** The lines to show: all there are, or those there were when it paused. */
    lines: paused?.lines ?? lines,
    behind: paused ? latest.current.count - paused.count : 0,
  };
}
