import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text, unique } from "drizzle-orm/pg-core";
import { at, id } from "@/lib/db/columns";
import { deployments } from "@/lib/deployments/table";
import { projects } from "@/lib/projects/table";
import { CONTAINER_STATES, type End, type Shape } from "./observed";

/** What the engine last told of the container of one service of one deployment. Written by the watcher alone. */
export const serviceStates = pgTable(
  "service_states",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id, { onDelete: "cascade" }),
    service: text().notNull(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    containerId: text().notNull(),
    state: text({ enum: CONTAINER_STATES }).notNull(),
    health: text({ enum: ["none", "starting", "healthy", "unhealthy"] }).notNull(),
    // Since when state and health are what they are
    since: at().notNull(),
    startedAt: at(),
    // How often the engine started it again by itself
    restartCount: integer().notNull().default(0),
    // Of its last end; null: it has not ended yet
    exitCode: integer(),
    oomKilled: boolean().notNull().default(false),
    // The engine's own words when it could not start the container
    error: text(),
    // What the last failed health check said, secrets hidden
    healthOutput: text(),
    // Its last ends, oldest first, ten at most
    ends: jsonb().$type<End[]>().notNull().default([]),
    // How it is made, as far as somebody could change it by hand
    shape: jsonb().$type<Shape>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.deploymentId, t.service] }), index().on(t.projectId)],
);

/** A service in trouble, from when it is first seen until some time after it works again. */
export const serviceEpisodes = pgTable(
  "service_episodes",
  {
    id: id("epi"),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    service: text().notNull(),
    // Since when it has not been well
    since: at().notNull(),
    // The worst that people were told of it
    told: text({ enum: ["nothing", "down", "crash_loop"] })
      .notNull()
      .default("nothing"),
    // Since when it is well again; null: it is not
    wellSince: at(),
    // Over, and told; what happens until then belongs to it. null: it is not over
    quietUntil: at(),
  },
  (t) => [unique().on(t.projectId, t.service)],
);

/** How the watch on an engine goes. One row. */
export const engineWatches = pgTable("engine_watches", {
  id: text().primaryKey(),
  // When the engine last answered
  readAt: at(),
  // Since when it does not answer, and why; null: it does
  awayAt: at(),
  awayReason: text(),
});

/**
 * What a service used, one row an hour with a place for each of its minutes; a minute without a figure is null. Rows
 * older than a day go, so a service never has more than 25.
 */
export const serviceUsage = pgTable(
  "service_usage",
  {
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    service: text().notNull(),
    hour: at().notNull(),
    // vCPU, and MB
    cpu: real().array().notNull(),
    memory: real().array().notNull(),
    // Bytes a second
    received: real().array().notNull(),
    sent: real().array().notNull(),
    read: real().array().notNull(),
    written: real().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.service, t.hour] }), index().on(t.hour)],
);
