import { compareTags, isOneLine, parseTag, type Tag } from "./tag";

export type NewerTags = {
  /** The newest version of the line that runs, such as 18.3 after 18.1; null: none is newer. */
  newer: string | null;
  /** The newest version of a further line, such as 19.0 after 18.1; null: none. */
  leap: string | null;
};

/**
 * Goes through a repository's tags, however many, for those that may follow the one that runs: of the same shape,
 * never lower, never a pre-release unless one runs, and never a name such as `latest`.
 * @returns `see`, to be called with each tag in any order, and `found`
 */
export function seekNewer(running: string) {
  const current = parseTag(running);
  let newer: Tag | undefined;
  let leap: Tag | undefined;
  return {
    see(text: string): void {
      const tag = current && parseTag(text);
      if (!tag || !follows(current, tag)) return;
      if (isOneLine(current, tag)) {
        if (!newer || compareTags(tag, newer) > 0) newer = tag;
      } else if (!leap || compareTags(tag, leap) > 0) leap = tag;
    },
    found: (): NewerTags => ({ newer: newer?.text ?? null, leap: leap?.text ?? null }),
  };
}

/** The same over a list. */
export function newerTags(running: string, tags: Iterable<string>): NewerTags {
  const seeker = seekNewer(running);
  for (const tag of tags) seeker.see(tag);
  return seeker.found();
}

/** Whether a tag is surely lower than another, though their shapes may differ: another variant has the same versions. */
export function isLowerTag(one: string, other: string): boolean {
  const [lower, higher] = [parseTag(one), parseTag(other)];
  if (!lower || !higher) return false;
  if (lower.shape === higher.shape) return compareTags(lower, higher) < 0;
  const told = Math.min(lower.numbers.length, higher.numbers.length);
  const cut = ({ numbers }: Tag) => ({ ...lower, numbers: numbers.slice(0, told) });
  return compareTags(cut(lower), cut(higher)) < 0;
}

function follows(current: Tag, tag: Tag): boolean {
  if (tag.shape !== current.shape || compareTags(tag, current) <= 0) return false;
  return tag.stage === 0 || current.stage < 0;
}
