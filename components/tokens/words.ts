/** When a token ends, as people say it. Pure. */

const DAY_MS = 24 * 3600 * 1000;
const SOON_DAYS = 7;

/** "Never", "In 6 days", "Expired", and whether somebody should look after it. */
export function expiryWords(
  expiresAt: string | null,
  now: number,
): { words: string; state: "fine" | "soon" | "over" } {
  if (expiresAt === null) return { words: "Never", state: "fine" };
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return { words: "Expired", state: "over" };
  const days = Math.ceil(leftMs / DAY_MS);
  const words = days === 1 ? "Within a day" : `In ${days} days`;
  return { words, state: days <= SOON_DAYS ? "soon" : "fine" };
}

/** The day this many days from now: "19 February 2027". */
export function dayIn(days: number, now: number, timeZone: string): string {
  const date = new Date(now + days * DAY_MS);
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone });
}
