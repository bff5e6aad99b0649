import { z } from "zod";

/** Shapes of notifications that the API, the pages and the client share. Safe in a browser. */

export const CHANNEL_KINDS = ["email", "webhook", "slack", "discord"] as const;
export const ChannelKind = z.enum(CHANNEL_KINDS, { error: "Write email, webhook, slack or discord." });
export type ChannelKind = z.infer<typeof ChannelKind>;

/** What a channel can be told of. Who was told that a service is down is told as well when it works again. */
export const TOLD_EVENTS = [
  "update.available",
  "update.done",
  "update.rolled_back",
  "update.failed",
  "service.down",
  "service.crash_loop",
  "backup.failed",
] as const;
export const ToldEvent = z.enum(TOLD_EVENTS, { error: `Write one of ${TOLD_EVENTS.join(", ")}.` });
export type ToldEvent = z.infer<typeof ToldEvent>;

/** Every kind of message there is. */
export const EVENTS = [...TOLD_EVENTS, "service.recovered", "test"] as const;
export type NoticeEvent = (typeof EVENTS)[number];

export const ChannelId = z
  .string()
  .max(64, "Name a channel by its id.")
  .meta({ description: "A channel's id, `nch_…`." });

const Name = z
  .string({ error: "Write a name, to tell it from others." })
  .trim()
  .min(1, "Write a name, to tell it from others.")
  .max(80, "Use at most 80 characters.");

const Address = z
  .string({ error: "Write the address that messages are sent to." })
  .trim()
  .max(2_048, "Use an address of at most 2048 characters.")
  .refine(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    "Write a full address, such as https://example.org/hooks/1.",
  )
  .refine((text) => {
    const url = URL.parse(text);
    return !url || (!url.username && !url.password);
  }, "Leave the user name and password out of the address.");

const People = z
  .array(z.string().max(64))
  .min(1, "Choose at least one person.")
  .max(50, "Choose at most 50 people.")
  .meta({ description: "Ids of members of the organization." });

const Events = z
  .array(ToldEvent, { error: "Choose what it is told of." })
  .min(1, "Choose at least one thing that it is told of.")
  .transform((events) => TOLD_EVENTS.filter((event) => events.includes(event)));

const Projects = z
  .array(z.string().max(64))
  .min(1, "Choose at least one project, or all of them.")
  .max(500, "Choose at most 500 projects, or all of them.")
  .nullable()
  .meta({ description: "Only of these projects; null: of all, also of those to come." });

/** Strict: a misspelt `projectIds` would otherwise make a channel that is told of everything. */
const Common = { name: Name, events: Events, projectIds: Projects.default(null) };
export const NewChannel = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("email"), ...Common, people: People }),
    z.strictObject({ kind: z.literal("webhook"), ...Common, url: Address }),
    z.strictObject({ kind: z.literal("slack"), ...Common, url: Address }),
    z.strictObject({ kind: z.literal("discord"), ...Common, url: Address }),
  ],
  { error: "Write what kind of channel it is: email, webhook, slack or discord." },
);
export type NewChannel = z.input<typeof NewChannel>;

export const ChangedChannel = z.strictObject({
  channelId: ChannelId,
  name: Name.optional(),
  events: Events.optional(),
  projectIds: Projects.optional(),
  paused: z.boolean({ error: "Write true or false." }).optional(),
  url: Address.optional().meta({ description: "Of a webhook, Slack or Discord channel." }),
  people: People.optional().meta({ description: "Of an e-mail channel." }),
});
export type ChangedChannel = z.input<typeof ChangedChannel>;

export const ChannelRow = z.object({
  id: ChannelId,
  kind: ChannelKind,
  name: z.string(),
  host: z
    .string()
    .nullable()
    .meta({ description: "Where messages go. The rest of the address is secret, and never shown again." }),
  people: z.array(z.object({ userId: z.string(), name: z.string(), email: z.string() })),
  events: z.array(ToldEvent),
  projects: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .nullable()
    .meta({ description: "null: all." }),
  paused: z.boolean(),
  pausedReason: z.string().nullable().meta({ description: "Why, when nobody paused it." }),
  last: z
    .object({ ok: z.boolean(), at: z.iso.datetime(), error: z.string().nullable() })
    .nullable()
    .meta({ description: "What came of the last message; null: there was none yet." }),
  createdAt: z.iso.datetime(),
});
export type ChannelRow = z.infer<typeof ChannelRow>;

export const MadeChannel = ChannelRow.extend({
  secret: z
    .string()
    .nullable()
    .meta({ description: "What a webhook's messages are signed with, shown this one time: `whsec_…`." }),
});
export type MadeChannel = z.infer<typeof MadeChannel>;

export const DELIVERY_STATES = ["waiting", "sent", "failed", "dropped"] as const;
export const DeliveryRow = z.object({
  id: z.string(),
  messageId: z
    .string()
    .nullable()
    .meta({ description: "The same however often it is sent; several facts may share one message." }),
  channelId: ChannelId,
  channelName: z.string(),
  to: z.string().nullable().meta({ description: "The person it goes to; null: the channel's address." }),
  event: z.enum(EVENTS),
  headline: z.string(),
  projectId: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  error: z.string().nullable().meta({ description: "What went wrong the last time." }),
  nextAt: z.iso.datetime().nullable().meta({ description: "When it is tried next." }),
  createdAt: z.iso.datetime(),
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;

export const Tested = z.object({
  ok: z.boolean(),
  answer: z.string().meta({ description: "What came of it, in a sentence." }),
  durationMs: z.number().int(),
});
export type Tested = z.infer<typeof Tested>;

/** What a form offers. */
export type ChannelChoices = {
  people: { userId: string; name: string; email: string }[];
  projects: { id: string; name: string }[];
  /** Whether this instance can send mail. */
  mail: boolean;
};
