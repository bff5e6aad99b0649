import type { PrepareStep } from "../format/operations";
import { placeholdersIn } from "../placeholders";
import { isRun } from "./order";

type Place = { service: string; key: string };

/** The variables that steps write. */
export function capturedPlaces({ prepare }: { prepare: readonly PrepareStep[] }): Place[] {
  return prepare.flatMap(({ service, persistAs, phase }) =>
    persistAs && isRun({ phase }) ? [{ service, key: persistAs.key }] : [],
  );
}

/**
 * Those of these templates that name a captured key, themselves or through one another. A captured variable is none
 * of them: its template, if it has one, is only what it holds before.
 */
export function derivedFrom<T extends Place & { text: string }>(
  definition: { prepare: readonly PrepareStep[] },
  templates: readonly T[],
): T[] {
  const captured = capturedPlaces(definition);
  const keys = new Set(captured.map(({ key }) => key));
  const names = ({ text }: T) =>
    placeholdersIn(text).some((one) => one.kind === "config" && keys.has(one.key));
  const found = new Set<T>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const template of templates) if (names(template)) found.add(template);
    for (const { key } of found) keys.add(key);
  }
  return [...found].filter(
    ({ service, key }) => !captured.some((one) => one.service === service && one.key === key),
  );
}
