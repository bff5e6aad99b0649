const MOST_CHARACTERS = 60;

/**
 * A name that a client gave itself, fit to be shown: one line, no characters that are not seen or that turn the
 * direction of writing, at most 60 characters.
 */
export function clientName(given: string | undefined): string {
  const seen = (given ?? "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...new Intl.Segmenter().segment(seen)].map(({ segment }) => segment.slice(0, 12));
  if (characters.length === 0) return "Unnamed client";
  return characters.length > MOST_CHARACTERS
    ? `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`
    : characters.join("");
}
