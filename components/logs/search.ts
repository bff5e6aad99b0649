import type { Segment } from "./ansi";

/** A piece of a line as it is drawn; `match` counts the matches of its line from 0. */
export type Piece = Segment & { match?: number };

/** Where a text is found, ignoring case; matches do not overlap. */
export function matchesIn(text: string, needle: string): number[] {
  if (!needle) return [];
  const hay = text.toLowerCase();
  const wanted = needle.toLowerCase();
  // A few letters change their length when lowered; there, positions would not fit the text.
  if (hay.length !== text.length) return [];
  const found: number[] = [];
  for (let at = hay.indexOf(wanted); at >= 0; at = hay.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

/** Cuts coloured stretches where matches begin and end. */
export function cutAtMatches(
  segments: readonly Segment[],
  starts: readonly number[],
  length: number,
): Piece[] {
  if (starts.length === 0) return [...segments];
  const pieces: Piece[] = [];
  let position = 0;
  for (const segment of segments) {
    const end = position + segment.text.length;
    let at = position;
    for (const [match, start] of starts.entries()) {
      const from = Math.max(start, position);
      const to = Math.min(start + length, end);
      if (from >= to) continue;
      if (from > at) pieces.push({ ...segment, text: segment.text.slice(at - position, from - position) });
      pieces.push({ ...segment, text: segment.text.slice(from - position, to - position), match });
      at = to;
    }
    if (at < end) pieces.push({ ...segment, text: segment.text.slice(at - position) });
    position = end;
  }
  return pieces;
}
