import { boolean, index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { AppDefinition, ServiceResources } from "@/lib/app-definition/schema";
import { organizations } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";
import type { Exposure, UpdateWindow } from "./schema";

/** Updated by itself for whoever asked for it; `held`: why the last time it was not. */
export type AutomaticUpdates = { window: UpdateWindow; by: string; held?: string };

export const projects = pgTable(
  "projects",
  {
    id: id("prj"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    // Unique over the whole instance: it names networks, volumes and containers on the engine.
    slug: text().notNull().unique(),
    isApp: boolean().notNull().default(true),
    appId: text().notNull(),
    definition: jsonb().$type<AppDefinition>().notNull(),
    /** How each endpoint is reached, host ports included. */
    exposures: jsonb().$type<Exposure[]>().notNull(),
    /** What somebody, or the installation, asked for by service; a service without an entry is uncapped. */
    resources: jsonb().$type<Record<string, ServiceResources>>().notNull().default({}),
    /** Keys of the `once` prepare steps that have succeeded: they never run again. */
    preparedOnce: jsonb().$type<string[]>().notNull().default([]),
    // null: a draft, installed by nobody yet
    installedAt: at(),
    // null while people want it up; otherwise since when they want it down
    stoppedAt: at(),
    // null unless people hold its version: then since when
    pinnedAt: at(),
    // null unless it is updated by itself
    automaticUpdates: jsonb().$type<AutomaticUpdates>(),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.organizationId, t.name), index().on(t.organizationId, t.createdAt)],
);

/** One environment variable of one service. Exactly one of `value` and `secret` is set. */
export const projectEnv = pgTable(
  "project_env",
  {
    id: id("env"),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    service: text().notNull(),
    key: text().notNull(),
    value: text(),
    // AES-256-GCM envelope, bound to project, service and key
    secret: text(),
    // "definition" rows are templates whose placeholders are resolved at each deploy; all others are final text
    source: text({ enum: ["definition", "generated", "setting", "user", "captured"] }).notNull(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.projectId, t.service, t.key)],
);

/** What a project's requirement is wired to: a bundle that another project of the organization provides. */
export const projectConnections = pgTable(
  "project_connections",
  {
    id: id("con"),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    requirementId: text().notNull(),
    // null: the source was uninstalled; `goneName` then says what it was called
    sourceProjectId: text().references(() => projects.id, { onDelete: "set null" }),
    goneName: text(),
    provideId: text().notNull(),
    mode: text({ enum: ["internal", "public"] }).notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.projectId, t.requirementId), index().on(t.sourceProjectId)],
);
