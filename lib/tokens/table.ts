import { boolean, foreignKey, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Narrowing } from "@/lib/access/narrow";
import { members } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";

/** Personal access tokens; gone with their person's membership. The secret itself is nowhere. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: id("tok"),
    // SHA-256 of the whole token, hex
    hash: text().notNull().unique(),
    // What is shown of it, to be told from others
    prefix: text().notNull(),
    name: text().notNull(),
    organizationId: text().notNull(),
    userId: text().notNull(),
    readOnly: boolean().notNull().default(false),
    // null: acts as its person; a list: those grants only, as far as the person still holds them
    grants: jsonb().$type<Narrowing>(),
    expiresAt: at(),
    lastUsedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [
    index().on(t.userId),
    foreignKey({
      name: "access_tokens_member_fk",
      columns: [t.organizationId, t.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete("cascade"),
  ],
);
