import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { organizations } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";
import { projects } from "@/lib/projects/table";
import {
  BACKUP_STATES,
  type BackupPart,
  type BackupProgress,
  DESTINATION_KINDS,
  type Place,
  SCHEDULE_RHYTHMS,
} from "./schema";

/** Where an organization's backups go. */
export const backupDestinations = pgTable(
  "backup_destinations",
  {
    id: id("bds"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    kind: text({ enum: DESTINATION_KINDS }).notNull(),
    place: jsonb().$type<Place>().notNull(),
    // AES-256-GCM envelope of the secret key of S3, bound to this row
    secret: text(),
    // An admin of the instance lets it lead to a private address
    allowPrivate: boolean().notNull().default(false),
    checkedAt: at(),
    // null: the last check went well
    problem: text(),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.organizationId, t.name)],
);

/** When a project is backed up by itself. */
export const backupSchedules = pgTable(
  "backup_schedules",
  {
    projectId: text()
      .primaryKey()
      .references(() => projects.id, { onDelete: "cascade" }),
    destinationId: text()
      .notNull()
      .references(() => backupDestinations.id),
    rhythm: text({ enum: SCHEDULE_RHYTHMS }).notNull(),
    // 1 is Monday, 7 is Sunday; null where every day is one
    weekday: integer(),
    hour: integer().notNull(),
    timeZone: text().notNull(),
    // How many are kept, and for how many days; null: no such limit
    keepLast: integer(),
    keepDays: integer(),
    nextAt: at().notNull(),
    // On whose word it runs
    createdBy: text().notNull(),
  },
  (t) => [index().on(t.nextAt)],
);

/** One backup: a file at a destination. It outlives its project. */
export const backups = pgTable(
  "backups",
  {
    id: id("bkp"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    // null: the project was uninstalled
    projectId: text().references(() => projects.id, { onDelete: "set null" }),
    projectName: text().notNull(),
    appName: text().notNull(),
    logo: text().notNull(),
    version: text(),
    destinationId: text()
      .notNull()
      .references(() => backupDestinations.id),
    trigger: text({ enum: ["manual", "schedule"] }).notNull(),
    state: text({ enum: BACKUP_STATES }).notNull().default("queued"),
    reason: text(),
    // Its name at the destination, decided before the first byte
    file: text().notNull(),
    sizeBytes: bigint({ mode: "number" }),
    parts: jsonb().$type<BackupPart[]>(),
    progress: jsonb().$type<BackupProgress>(),
    // Containers that were stopped for it, written before they are: whoever comes next starts them again
    stopped: jsonb().$type<string[]>().notNull().default([]),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    startedAt: at(),
    finishedAt: at(),
    verifiedAt: at(),
    worker: text(),
    leaseUntil: at(),
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index().on(t.organizationId, t.createdAt),
    index().on(t.projectId, t.createdAt),
    uniqueIndex("backups_one_active").on(t.projectId).where(sql`state IN ('queued', 'copying', 'verifying')`),
  ],
);
