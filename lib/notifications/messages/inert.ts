/** Makes text from people, programs and the engine harmless where it is shown. Pure. */

// Controls, and marks that reorder or hide what follows: a name is what it looks like.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const ZERO_WIDTH = "\u200b";

/** A text as one line of at most so many characters, with nothing unseen in it. */
export function oneLine(text: string, most = 300): string {
  const line = text.replace(UNSEEN, " ").replace(/ {2,}/g, " ").trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : line;
}

/** A line for chat programs: it mentions nobody, and no address in it becomes a link. */
export function withoutMentions(text: string): string {
  return text
    .replaceAll("@", `@${ZERO_WIDTH}`)
    .replaceAll("://", `:${ZERO_WIDTH}//`)
    .replaceAll("](", `]${ZERO_WIDTH}(`);
}

/** For Slack: its three control characters as it wants them written, and nobody mentioned. */
export function forSlack(text: string): string {
  return withoutMentions(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** For Discord: every character that marks something up there is escaped, and nobody is mentioned. */
export function forDiscord(text: string): string {
  return withoutMentions(text).replace(/[\\*_~`|>#[\](){}<:+.!-]/g, "\\$&");
}

/** Lines inside a code block that none of them ends. */
export function inCodeBlock(lines: readonly string[]): string {
  return lines.map((line) => withoutMentions(line).replaceAll("`", `\`${ZERO_WIDTH}`)).join("\n");
}
