import { forDiscord, inCodeBlock } from "./inert";
import type { Tone, Words } from "./words";

const COLOURS: Record<Tone, number> = { good: 0x2f_8f_5b, calm: 0x0b_6a_78, bad: 0xc2_41_2f };
// As Discord has them: embeds a message, characters a title, a description, and all of a message.
const MOST_EMBEDS = 10;
const LONGEST_TITLE = 256;
const LONGEST_DESCRIPTION = 1_200;
const LONGEST_MESSAGE = 5_600;

/** A message for a Discord webhook. It can mention nobody, whatever a name says. */
export function discordMessage(told: readonly Words[], origin: string): string {
  const embeds = told.slice(0, MOST_EMBEDS).map((words) => embedOf(words, origin));
  while (embeds.length > 1 && lengthOf(embeds) > LONGEST_MESSAGE) embeds.pop();
  const left = told.length - embeds.length;
  const content = left > 0 ? `And ${left} more.` : "";
  return JSON.stringify({ content, embeds, allowed_mentions: { parse: [] } });
}

function embedOf({ headline, details, lines, path, tone }: Words, origin: string) {
  const words = cut(details.map(forDiscord).join("\n"), LONGEST_DESCRIPTION);
  const quoted =
    lines.length > 0 ? `\n\`\`\`\n${inCodeBlock(lines).slice(-LONGEST_DESCRIPTION)}\n\`\`\`` : "";
  return {
    title: cut(forDiscord(headline), LONGEST_TITLE),
    url: new URL(path, origin).href,
    description: `${words}${quoted}`,
    color: COLOURS[tone],
  };
}

/** Not in the middle of an escape: a last backslash would take away what comes after. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\\$/, "")}…`;
}

function lengthOf(embeds: readonly { title: string; description: string }[]): number {
  return embeds.reduce((sum, { title, description }) => sum + title.length + description.length, 0);
}
