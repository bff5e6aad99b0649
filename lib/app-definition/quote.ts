const LONGEST = 80;

/**
 * What an author wrote, as a refusal repeats it: in quotes, on one line, control characters and invisible marks
 * spelt out, and cut when it is long.
 */
export function quote(written: unknown): string {
  return `"${shortened(String(written))}"`;
}

/** The same without quotes, for a key in a path. */
export function shortened(written: string): string {
  const cut = written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, spelt);
}

function spelt(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
