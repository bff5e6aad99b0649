import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { organizations } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";
import { registryCredentials } from "@/lib/registry/table";
import { ROUND_STATES, type RoundEntry } from "./schema";

/**
 * What a registry last said about one tag. What was read with a credential is known to its organization alone: such a
 * row is another one than what everybody may read.
 */
export const upstreamImages = pgTable(
  "upstream_images",
  {
    id: id("upi"),
    // null: read without signing in
    credentialId: text().references(() => registryCredentials.id, { onDelete: "cascade" }),
    // Registry and path written out: docker.io/library/postgres
    repository: text().notNull(),
    tag: text().notNull(),
    // What the tag names now
    digest: text(),
    // The newest tag that may follow this one, and what it names; null: none
    newerTag: text(),
    newerDigest: text(),
    // The newest tag of the same shape at all, when it is a leap further than `newerTag`
    leapTag: text(),
    // Of the tag list, so that a registry need not send an unchanged one again
    tagsEtag: text(),
    // Why the registry could not be understood, in words; null: the facts hold
    reason: text(),
    checkedAt: at().notNull(),
  },
  (t) => [unique().on(t.credentialId, t.repository, t.tag).nullsNotDistinct(), index().on(t.checkedAt)],
);

/** An organization's comparison with what is upstream: the last one, or the one under way. */
export const updateScans = pgTable("update_scans", {
  organizationId: text()
    .primaryKey()
    .references(() => organizations.id, { onDelete: "cascade" }),
  startedAt: at().notNull(),
  finishedAt: at(),
  // Whoever carries it, and until when its word counts; null: none is under way
  worker: text(),
  leaseUntil: at(),
  // Images asked for so far, of how many
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  // Projects, and those of them that could be compared
  scanned: integer().notNull().default(0),
  supported: integer().notNull().default(0),
  // When the next one comes by itself
  nextAt: at(),
});

/** Several projects updated one after the other. */
export const updateRounds = pgTable(
  "update_rounds",
  {
    id: id("upr"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    // In this order
    entries: jsonb().$type<RoundEntry[]>().notNull(),
    // Whether the others still come after one that did not work
    goOn: boolean().notNull(),
    state: text({ enum: ROUND_STATES }).notNull().default("running"),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    finishedAt: at(),
  },
  (t) => [
    index().on(t.organizationId, t.createdAt),
    uniqueIndex("update_rounds_one_running").on(t.organizationId).where(sql`state = 'running'`),
  ],
);
