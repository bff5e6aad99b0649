import { forSlack, withoutMentions } from "./inert";
import type { Words } from "./words";

const MOST_BLOCKS = 50;
const LONGEST_TEXT = 2_900;

/**
 * A message for a Slack incoming webhook, or what understands the same. Texts are `plain_text`, in which nothing is
 * markup; what a program wrote is preformatted. `text` is for notifications, and for who knows no blocks.
 */
export function slackMessage(told: readonly Words[], origin: string): string {
  const blocks = told.flatMap((words) => blocksOf(words, origin)).slice(0, MOST_BLOCKS);
  const text = told.map(({ headline, details }) => forSlack([headline, ...details].join(" – "))).join("\n");
  return JSON.stringify({
    text: text.slice(0, LONGEST_TEXT),
    blocks,
    ...{ mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false },
  });
}

const MARKS = { good: "✓", calm: "•", bad: "✕" };

function blocksOf({ headline, details, lines, path, tone }: Words, origin: string): object[] {
  const plain = (text: string) => ({
    type: "plain_text",
    text: forSlack(text).slice(0, LONGEST_TEXT),
    emoji: false,
  });
  const words = [`${MARKS[tone]} ${headline}`, ...details].join("\n");
  const open = { type: "button", text: plain("Open"), url: new URL(path, origin).href };
  const quoted = withoutMentions(lines.join("\n")).slice(0, LONGEST_TEXT);
  return [
    { type: "section", text: plain(words), accessory: open },
    ...(lines.length > 0
      ? [
          {
            type: "rich_text",
            elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text: quoted }] }],
          },
        ]
      : []),
  ];
}
