import type { Letter } from "@/lib/mail";
import type { Words } from "./words";

/** The letter that tells of one thing, or of several that came together. */
export function noticeLetter(told: readonly Words[], origin: string, organization: string): Letter {
  const [first] = told;
  const isOne = told.length === 1;
  const subject = isOne ? (first?.headline ?? "") : `${first?.headline} and ${told.length - 1} more`;
  const path = isOne ? (first?.path ?? "/") : commonPath(told);
  return {
    subject,
    before: told.flatMap(({ headline, details, lines }) => [
      `${headline}.`,
      ...details,
      ...(lines.length > 0 ? [{ quoted: lines }] : []),
    ]),
    link: { label: "Open the dashboard", url: new URL(path, origin).href },
    after: [
      `You get this because a notification channel of ${organization} has you on its list. Who administers the organization can change that under Settings, Notifications.`,
    ],
  };
}

function commonPath(told: readonly Words[]): string {
  const paths = new Set(told.map(({ path }) => path));
  return paths.size === 1 ? ([...paths][0] ?? "/projects") : "/projects";
}
