import { mailIsSetUp, sendLetter } from "@/lib/mail";
import { type Answer, ask, OutgoingError } from "@/lib/outgoing";
import { dashboardOrigins, settings } from "@/lib/settings";
import { openSigningSecret, openTarget } from "../channels/sealed";
import { peopleOf } from "../channels/stored";
import { discordMessage } from "../messages/discord";
import { noticeLetter } from "../messages/letter";
import { slackMessage } from "../messages/slack";
import { signed, webhookBody } from "../messages/webhook";
import { inWords } from "../messages/words";
import type { Message } from "./claim";

/** What came of an attempt, in a sentence that holds no secret. */
export type Outcome =
  | { ok: true; answer: string }
  | {
      ok: false;
      answer: string;
      /** Trying again is of no use; `gone`: for nothing else either, so that the channel is paused. */
      final?: "this" | "gone";
      /** It asked to be left alone for so many seconds. */
      retryAfterS?: number;
    };

const LIMITS = { timeMs: 10_000, bytes: 4_096 };

/** Sends a message, once. What goes wrong is an outcome, never an error. */
export async function deliver(message: Message, limits = LIMITS): Promise<Outcome> {
  try {
    return message.channel.kind === "email" ? await sendMail(message) : await post(message, limits);
  } catch (error) {
    if (error instanceof OutgoingError)
      return {
        ok: false,
        answer: error.message,
        ...(error.kind === "refused" && { final: "this" as const }),
      };
    console.error(`message ${message.id} could not be sent:`, withoutTarget(error));
    return { ok: false, answer: "It could not be sent, for a reason that stands in the server's log." };
  }
}

/** An address is a secret with Slack and Discord: only what kind of error it was is logged. */
function withoutTarget(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
}

async function post(message: Message, limits: typeof LIMITS): Promise<Outcome> {
  const url = openTarget(message.channel);
  const { body, headers } = written(message);
  const answer = await ask(url, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "Roadstead", ...headers },
    ...{ body, limits, redirects: "answer", cut: true },
  });
  return judged(answer, new URL(url).host);
}

function written({ id, channel, organization, notices }: Message): {
  body: string;
  headers: Record<string, string>;
} {
  const origin = homeOrigin();
  if (channel.kind !== "webhook") {
    const told = notices.map(inWords);
    const write = channel.kind === "slack" ? slackMessage : discordMessage;
    return { body: write(told, origin), headers: {} };
  }
  const [notice] = notices;
  if (!notice) throw new Error("a message without a notice");
  const body = webhookBody(notice, organization, origin);
  return { body, headers: signed(openSigningSecret(channel), { id, body, at: new Date() }) };
}

/** The address of the dashboard that links in messages lead to. */
function homeOrigin(): string {
  return dashboardOrigins()[0] ?? "http://localhost";
}

function judged({ status, headers, body }: Answer, host: string): Outcome {
  if (status >= 200 && status < 300) return { ok: true, answer: `${host} took it, with ${status}.` };
  if (status >= 300 && status < 400)
    return { ok: false, answer: `${host} answered with a redirect (${status}), which is not followed.` };
  const said = wordOf(body);
  const answer = `${host} answered ${status}${said ? ` (${said})` : ""}.`;
  if (status === 410) return { ok: false, answer, final: "gone" };
  const retryAfterS = status === 429 || status === 503 ? secondsOf(headers["retry-after"]) : undefined;
  return { ok: false, answer, ...(retryAfterS !== undefined && { retryAfterS }) };
}

/** Slack's one word for what is wrong, such as `no_service`; any other text is not shown, whatever it may be. */
function wordOf(body: string): string | undefined {
  return /^[a-z]{2,20}(_[a-z]{1,20}){1,4}$/.exec(body.trim())?.[0];
}

const LONGEST_WAIT_S = 24 * 3600;

/** Seconds that Retry-After asks for (RFC 9110 section 10.2.3: seconds, or a date). */
function secondsOf(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d{1,9}(\.\d{1,6})?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(seconds))) : undefined;
}

async function sendMail({ id, channel, organization, userId, notices }: Message): Promise<Outcome> {
  if (!mailIsSetUp()) return { ok: false, answer: "This instance cannot send mail: SMTP_URL is not set." };
  const [person] = await peopleOf(channel.organizationId, [userId ?? ""]);
  if (!person || person.bannedAt)
    return { ok: false, final: "this", answer: "This person does not belong to the organization any more." };
  const letter = noticeLetter(notices.map(inWords), homeOrigin(), organization.name);
  try {
    await sendLetter(person.email, letter, settings(), id);
    return { ok: true, answer: `The mail server took the letter to ${person.name}.` };
  } catch (error) {
    return { ok: false, answer: `The mail server did not take the letter${codeOf(error)}.` };
  }
}

/** The status of the mail server, whose own words could repeat anything. */
function codeOf(error: unknown): string {
  const { responseCode, code } = Object(error) as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode === "number") return `: it answered ${responseCode}`;
  return typeof code === "string" && /^[A-Z_]{3,20}$/.test(code) ? ` (${code})` : "";
}
