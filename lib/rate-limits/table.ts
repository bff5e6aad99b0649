import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "@/lib/db/columns";

/** Counters that all processes share. A window begins with its first request and is thrown away some time after its end. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: at().notNull(),
  },
  (t) => [index().on(t.endsAt)],
);
