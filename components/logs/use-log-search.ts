import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { plainText } from "./ansi";
import type { ViewLine } from "./line";
import { matchesIn } from "./search";

/** A search over lines: how many matches there are, which is the current one, and how to go on. */
export function useLogSearch(box: RefObject<HTMLElement | null>, lines: readonly ViewLine[]) {
  const [needle, setNeedle] = useState("");
  // -1: typed, but not gone to yet.
  const [wanted, setWanted] = useState(-1);
  const [visits, setVisits] = useState(0);
  const matches = useMemo(() => {
    if (!needle) return [];
    return lines.flatMap((line) =>
      matchesIn(plainText(line.text), needle).map((_, ordinal) => ({ seq: line.seq, ordinal })),
    );
  }, [lines, needle]);
  const index = Math.min(wanted, matches.length - 1);
  const current = matches[index];
  const seen = useRef(0);
  // After drawing: the line may not have been there when the key was pressed.
  useEffect(() => {
    if (seen.current === visits || !current) return;
    seen.current = visits;
    box.current?.querySelector(`[data-seq="${current.seq}"]`)?.scrollIntoView({ block: "center" });
  }, [box, visits, current]);
  return {
    needle,
    search(text: string) {
      setNeedle(text);
      setWanted(-1);
    },
    move(step: 1 | -1) {
      if (matches.length === 0) return;
      const next =
        index < 0 && step < 0 ? matches.length - 1 : (index + step + matches.length) % matches.length;
      setWanted(next);
      setVisits((count) => count + 1);
    },
    current,
    /** `17 found`, `3 of 17`, `nothing found`, or nothing while nothing is searched. */
    count: needle ? inWords(index, matches.length) : "",
  };
}

function inWords(index: number, total: number): string {
  if (total === 0) return "nothing found";
  return index < 0 ? `${total} found` : `${index + 1} of ${total}`;
}
