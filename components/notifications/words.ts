import { Hash, Mail, MessagesSquare, Webhook } from "lucide-react";
import type { Tone } from "@/components/marks/status-mark";
import { listed } from "@/components/marks/words";
import type { ChannelKind, ChannelRow, DeliveryRow, ToldEvent } from "@/lib/notifications/schema";

/** The kinds of channels, in the order of the form. */
export const KINDS: readonly { kind: ChannelKind; label: string; help: string; Icon: typeof Mail }[] = [
  { kind: "email", label: "E-mail", help: "To people of the organization", Icon: Mail },
  { kind: "webhook", label: "Webhook", help: "Signed JSON, to a program of yours", Icon: Webhook },
  { kind: "slack", label: "Slack", help: "Or what takes Slack's messages", Icon: Hash },
  { kind: "discord", label: "Discord", help: "To a channel of a server", Icon: MessagesSquare },
];

/** How an address of this kind looks, and where it is found. */
export const ADDRESS: Record<Exclude<ChannelKind, "email">, { placeholder: string; help: string }> = {
  webhook: {
    placeholder: "https://example.org/hooks/roadstead",
    help: "Each message is signed. You get the secret to verify it once the channel is added.",
  },
  slack: {
    placeholder: "https://hooks.slack.com/services/…",
    help: "In Slack: Apps, Incoming Webhooks. The address is a secret, and is not shown again.",
  },
  discord: {
    placeholder: "https://discord.com/api/webhooks/…",
    help: "In Discord: Edit Channel, Integrations, Webhooks. The address is a secret, and is not shown again.",
  },
};

/** What can be told, with what is meant. */
export const EVENT_WORDS: Record<ToldEvent, { label: string; help: string }> = {
  "update.available": { label: "Update available", help: "Once for each update that is found" },
  "update.done": { label: "Update done", help: "The new version works" },
  "update.rolled_back": { label: "Update rolled back", help: "The version before serves again" },
  "update.failed": { label: "Update failed", help: "Before it touched what ran, or its way back failed" },
  "service.down": { label: "Service down", help: "For a minute; and when it works again" },
  "service.crash_loop": { label: "Crash loop", help: "A service ends by itself, again and again" },
  "backup.failed": { label: "Backup failed", help: "It could not be made, or not be verified" },
};

export function kindLabel(kind: ChannelKind): string {
  return KINDS.find((one) => one.kind === kind)?.label ?? kind;
}

/** Where a channel leads, in a line. */
export function whereOf({ kind, host, people }: ChannelRow): string {
  if (kind !== "email") return `${kindLabel(kind)} at ${host}`;
  const names = people.map(({ name }) => name);
  if (names.length === 0) return "E-mail to nobody: who was chosen has left";
  return names.length > 3 ? `E-mail to ${names.length} people` : `E-mail to ${listed(names)}`;
}

/** What it is told of, in a line. */
export function aboutOf({ events, projects }: ChannelRow, all: number): string {
  const what =
    events.length === all
      ? "Everything"
      : listed(events.map((event, at) => lower(EVENT_WORDS[event].label, at)));
  if (projects === null) return `${what}, of all projects`;
  if (projects.length === 0) return `${what}, of projects that are gone`;
  const names = projects.map(({ name }) => name);
  return `${what}, of ${names.length > 3 ? `${names.length} projects` : listed(names)}`;
}

function lower(label: string, at: number): string {
  return at === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

const STATES: Record<DeliveryRow["state"], { tone: Tone; word: string }> = {
  waiting: { tone: "off", word: "Waits" },
  sent: { tone: "ok", word: "Sent" },
  failed: { tone: "fail", word: "Failed" },
  dropped: { tone: "off", word: "Not sent" },
};

/** How a delivery is, for its mark. */
export function deliveryMark({ state, attempts }: DeliveryRow): { tone: Tone; word: string } {
  return state === "waiting" && attempts > 0 ? { tone: "warn", word: "Tries again" } : STATES[state];
}
