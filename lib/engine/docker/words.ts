/** The engine's own words on one line, without control characters, cut where nobody reads on. */
export function quoted(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes out
  const line = words.replace(/[\x00-\x1f\x7f\s]+/g, " ").trim();
  return `“${line.length > 300 ? `${line.slice(0, 300)}…` : line}”`;
}
