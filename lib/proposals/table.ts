import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { organizations, users } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";
import { PROPOSAL_STATES, type ProposalOutcome } from "./schema";

/** A change that an AI client asked for and a person decides on. */
export const proposals = pgTable(
  "proposals",
  {
    id: id("prp"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    // On whose behalf the client acts
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    // Not a reference: what was proposed stays readable after the client was disconnected
    clientId: text().notNull(),
    clientName: text().notNull(),
    operation: text().notNull(),
    resourceId: text(),
    summary: text().notNull(),
    // AES-256-GCM envelope of the input: it may hold what somebody typed
    input: text().notNull(),
    // What the resource was like when this was proposed; a change in between makes it stale
    fingerprint: text(),
    state: text({ enum: PROPOSAL_STATES }).notNull().default("pending"),
    decidedBy: text(),
    decidedAt: at(),
    // What came of it: the answer of the operation, or the refusal's code and sentence
    outcome: jsonb().$type<ProposalOutcome>(),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [index().on(t.organizationId, t.createdAt), index().on(t.clientId, t.userId)],
);
