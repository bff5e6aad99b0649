import { bigint, bigserial, foreignKey, index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { members } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";

/** What a member may do; gone with the member. A permission includes the lesser ones; `resourceId` is an id or `*`. */
export const grants = pgTable(
  "grants",
  {
    id: id("grt"),
    organizationId: text().notNull(),
    userId: text().notNull(),
    resourceType: text({ enum: ["organization", "project", "server", "repository"] }).notNull(),
    resourceId: text().notNull(),
    permission: text({ enum: ["read", "write", "admin"] }).notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.organizationId, t.userId, t.resourceType, t.resourceId),
    index().on(t.userId),
    foreignKey({
      name: "grants_member_fk",
      columns: [t.organizationId, t.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete("cascade"),
  ],
);

/** Every change, every refusal of authority, and by whom. Append-only, chained; never holds a value that a person typed. */
export const auditEvents = pgTable(
  "audit_events",
  {
    seq: bigserial({ mode: "number" }).primaryKey(),
    at: at().notNull().defaultNow(),
    // null: what belongs to the instance as a whole
    organizationId: text(),
    userId: text(),
    callerKind: text().notNull(),
    // The token or client that was used, if one was
    credentialId: text(),
    // The network address the request came from
    address: text(),
    operation: text().notNull(),
    resourceId: text(),
    outcome: text().notNull(), // "done" or the refusal's code
    details: jsonb().$type<Record<string, string>>(),
    // Hex; each row's covers the one before it in the same chain. null: older than the chain
    previousHash: text(),
    hash: text(),
  },
  (t) => [index().on(t.organizationId, t.seq), index().on(t.at)],
);

/** Where each chain of audit rows ends, and where it begins since older rows were removed. One per organization. */
export const auditChains = pgTable("audit_chains", {
  // The organization's id, or "instance"
  id: text().primaryKey(),
  lastSeq: bigint({ mode: "number" }).notNull(),
  lastHash: text().notNull(),
  // The last row that retention removed: the next one must follow it
  removedSeq: bigint({ mode: "number" }),
  removedHash: text(),
  // Hex; covers the five others, so that who writes the table cannot move an end
  mac: text().notNull(),
});
