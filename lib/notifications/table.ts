import { bigserial, boolean, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { organizations } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";
import { projects } from "@/lib/projects/table";
import type { About } from "./facts";
import { CHANNEL_KINDS, DELIVERY_STATES, EVENTS, type ToldEvent } from "./schema";

/** Where an organization's people are told of what happens. */
export const notificationChannels = pgTable(
  "notification_channels",
  {
    id: id("nch"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    name: text().notNull(),
    // The address, which is a secret of its own with Slack and Discord: an envelope; null: e-mail
    target: text(),
    // What is shown of it
    host: text(),
    // What a webhook's messages are signed with: an envelope
    signingSecret: text(),
    // Whom an e-mail channel writes to, by user id
    people: jsonb().$type<string[]>().notNull().default([]),
    events: jsonb().$type<ToldEvent[]>().notNull(),
    // null: of all projects
    projectIds: jsonb().$type<string[]>(),
    paused: boolean().notNull().default(false),
    // Why, when it was not a person who paused it
    pausedReason: text(),
    // It asked to be left alone until then
    quietUntil: at(),
    // What came of the last attempt
    lastOk: boolean(),
    lastAt: at(),
    lastError: text(),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.organizationId)],
);

/** What happened, once each: the key keeps the same fact from being told again. */
export const notices = pgTable(
  "notices",
  {
    id: id("ntc"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    projectId: text().references(() => projects.id, { onDelete: "cascade" }),
    event: text({ enum: EVENTS }).notNull(),
    key: text().notNull(),
    // The project's name as it was then
    projectName: text(),
    about: jsonb().$type<About[keyof About]>().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.organizationId, t.projectId, t.event, t.key).nullsNotDistinct(),
    index().on(t.createdAt),
  ],
);

/** The outbox: one notice on its way to one address of one channel. */
export const noticeDeliveries = pgTable(
  "notice_deliveries",
  {
    id: id("ndl"),
    // The order in which they are listed
    seq: bigserial({ mode: "number" }).notNull(),
    noticeId: text()
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    channelId: text()
      .notNull()
      .references(() => notificationChannels.id, { onDelete: "cascade" }),
    // Whom an e-mail goes to, who may have left since; null: the channel's address
    userId: text(),
    // What it is sent in, chosen at the first attempt; those that share one stay together
    messageId: text(),
    state: text({ enum: DELIVERY_STATES }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAt: at().notNull(),
    error: text(),
    // Whoever sends it, and until when its word counts
    worker: text(),
    leaseUntil: at(),
    createdAt: at().notNull().defaultNow(),
    finishedAt: at(),
  },
  (t) => [
    unique().on(t.noticeId, t.channelId, t.userId).nullsNotDistinct(),
    index().on(t.state, t.nextAt),
    index().on(t.channelId, t.seq),
    index().on(t.messageId),
  ],
);
