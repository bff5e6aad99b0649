const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SHAPE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const LONGEST_MS = 24 * 3_600_000;

/**
 * Reads a duration such as "30s", "1m30s" or "500ms".
 * @returns milliseconds, or undefined when it is not a duration or longer than a day
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > 32 || !SHAPE.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(PART)) {
    total += Number(amount) * (UNIT_MS[unit ?? ""] ?? Number.NaN);
  }
  return total <= LONGEST_MS ? Math.round(total) : undefined;
}
