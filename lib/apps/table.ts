import { jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { organizations } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";

/** Definitions that an organization brought itself. */
export const customApps = pgTable(
  "custom_apps",
  {
    id: id("app"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    appId: text().notNull(),
    definition: jsonb().$type<AppDefinition>().notNull(),
    /** The JSON as it was written, so that whoever edits it finds their own text. */
    source: text().notNull(),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.organizationId, t.appId)],
);
