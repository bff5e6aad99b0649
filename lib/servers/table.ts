import { boolean, pgTable } from "drizzle-orm/pg-core";
import { at, id } from "@/lib/db/columns";

/** Who this instance is. One row, made on first use; its id stands on everything that it makes on an engine. */
export const installation = pgTable("installation", {
  id: id("ins"),
  // Always true and unique: a second row cannot be
  only: boolean().notNull().default(true).unique(),
  createdAt: at().notNull().defaultNow(),
});
