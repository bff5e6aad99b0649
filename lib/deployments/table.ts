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
    createdBy: text().notNull(),
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
