import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, id } from "@/lib/db/columns";
import { projects } from "@/lib/projects/table";
import type { Change } from "./change/change";
import { DEPLOYMENT_STATES, type Step, type Trigger } from "./schema";
import type { Snapshot } from "./snapshot";

export const deployments = pgTable(
  "deployments",
  {
    id: id("dep"),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    organizationId: text().notNull(),
    number: integer().notNull(),
    trigger: text().$type<Trigger>().notNull(),
    state: text({ enum: DEPLOYMENT_STATES }).notNull().default("queued"),
    reason: text(),
    advice: text(),
    failedService: text(),
    steps: jsonb().$type<Step[]>().notNull(),
    // What is run, exactly; null until the freeze step. Secrets in it are envelopes.
    snapshot: jsonb().$type<Snapshot>(),
    // What becomes of the project once this is ready; null: it runs the project as it is.
    change: jsonb().$type<Change>(),
    // Since when requests from outside go to its containers though it is not ready yet; null: they do not
    routedAt: at(),
    createdBy: text().notNull(),
    // The token, AI client or standing wish that asked for it in their name; null: they did
    through: text(),
    createdAt: at().notNull().defaultNow(),
    startedAt: at(),
    finishedAt: at(),
    cancelRequested: boolean().notNull().default(false),
    // The worker that carries it, and until when its word counts
    worker: text(),
    leaseUntil: at(),
    // How many workers have begun it; one that keeps being interrupted is given up
    attempts: integer().notNull().default(0),
  },
  (t) => [
    unique().on(t.projectId, t.number),
    index().on(t.organizationId, t.createdAt),
    index().on(t.state).where(sql`state IN ('queued', 'building', 'deploying')`),
    // One deployment at a time per project, whatever the workers believe
    uniqueIndex("deployments_one_active").on(t.projectId).where(sql`state IN ('building', 'deploying')`),
  ],
);

export const deploymentLogs = pgTable(
  "deployment_logs",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id, { onDelete: "cascade" }),
    seq: bigint({ mode: "number" }).notNull(),
    at: at().notNull(),
    service: text(),
    level: text({ enum: ["debug", "info", "ok", "warn", "error"] }).notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.deploymentId, t.seq] })],
);

/** A copy of a volume, taken by a deployment before it gave the volume to another version. */
export const volumeSnapshots = pgTable(
  "volume_snapshots",
  {
    id: id("vsn"),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    // Which deployment took it, and which one had written what is in it
    deploymentId: text()
      .notNull()
      .references(() => deployments.id, { onDelete: "cascade" }),
    ofDeploymentId: text()
      .notNull()
      .references(() => deployments.id, { onDelete: "cascade" }),
    // The engine's names of the volume and of its copy
    volume: text().notNull(),
    name: text().notNull().unique(),
    sizeBytes: bigint({ mode: "number" }).notNull().default(0),
    createdAt: at().notNull().defaultNow(),
    // null: the copy is not whole
    takenAt: at(),
    // Since when the volume may hold something else, and when it was put back
    usedAt: at(),
    restoredAt: at(),
  },
  (t) => [unique().on(t.deploymentId, t.volume), index().on(t.projectId)],
);
