/**
 * Whoever may be refused without end must not fill the log: of each kind of refusal the first in a minute are written
 * one by one, the others are counted and written as one row when the minute is over. Counts are this process's own.
 */

const WINDOW_MS = 60_000;
const LOOK_MS = 5_000;
// Addresses cost an attacker nothing: beyond these many in a minute, strangers are counted as one.
const MOST_STRANGERS = 100;
const ALL_STRANGERS = "strangers";

type Window = {
  count: number;
  most: number;
  isStranger: boolean;
  endsAt: number;
  tell: (count: number) => unknown;
};
type Windows = { byKey: Map<string, Window>; strangers: number; looking?: NodeJS.Timeout };

const shared = globalThis as typeof globalThis & { roadsteadRefusals?: Windows };

function windows(): Windows {
  shared.roadsteadRefusals ??= { byKey: new Map(), strangers: 0 };
  shared.roadsteadRefusals.looking ??= setInterval(() => void tellCounted(), LOOK_MS).unref();
  return shared.roadsteadRefusals;
}

/**
 * Counts a refusal of this kind.
 * @param refusal.tell is called after the minute with the number of those that got no row of their own, if any
 * @returns whether it gets a row of its own; "as one of many" when it stands for strangers from everywhere
 */
export function admitRefusal(
  refusal: { key: string } & Pick<Window, "most" | "isStranger" | "tell">,
  now = Date.now(),
): "yes" | "no" | "as one of many" {
  const all = windows();
  const isNew = !all.byKey.has(refusal.key);
  const isOneOfMany = isNew && refusal.isStranger && all.strangers >= MOST_STRANGERS;
  const key = isOneOfMany ? ALL_STRANGERS : refusal.key;
  const window = all.byKey.get(key) ?? { ...refusal, count: 0, endsAt: now + WINDOW_MS };
  if (!all.byKey.has(key)) {
    all.byKey.set(key, window);
    if (refusal.isStranger) all.strangers++;
  }
  window.count++;
  if (window.count > window.most) return "no";
  return isOneOfMany ? "as one of many" : "yes";
}

/** Writes the counts of the minutes that are over. @param now in ms; Infinity for all, when the process ends */
export async function tellCounted(now = Date.now()): Promise<void> {
  const all = windows();
  const over = [...all.byKey].filter(([, { endsAt }]) => endsAt <= now);
  for (const [key, { isStranger }] of over) {
    all.byKey.delete(key);
    if (isStranger) all.strangers--;
  }
  await Promise.all(over.map(([, { count, most, tell }]) => count > most && tell(count - most)));
}
