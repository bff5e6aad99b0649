import { bigserial, foreignKey, index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
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

/** Every change and by whom. Append-only; never holds a value that a person typed. */
export const auditEvents = pgTable(
  "audit_events",
  {
    seq: bigserial({ mode: "number" }).primaryKey(),
    at: at().notNull().defaultNow(),
    organizationId: text(),
    userId: text(),
    callerKind: text().notNull(),
    operation: text().notNull(),
    resourceId: text(),
    outcome: text().notNull(), // "done" or the refusal's code
    details: jsonb().$type<Record<string, string>>(),
  },
  (t) => [index().on(t.organizationId, t.seq)],
);
