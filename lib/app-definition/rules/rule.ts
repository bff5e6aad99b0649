import type { Shape } from "@/lib/app-definition/format/shape";

export type Path = (string | number)[];
/** Reports one broken rule: where, and a whole sentence. */
export type Report = (path: Path, message: string) => void;
export type Rule = (definition: Shape, report: Report) => void;

/** Tells each item whose name stood before, and where it stands. */
export function repeated<T>(
  items: readonly T[],
  name: (item: T) => string,
  found: (name: string, at: number) => void,
): void {
  const seen = new Set<string>();
  items.forEach((item, at) => {
    if (seen.has(name(item))) found(name(item), at);
    seen.add(name(item));
  });
}
