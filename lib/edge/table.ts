import { pgTable, text } from "drizzle-orm/pg-core";
import { at } from "@/lib/db/columns";

/** How the edge of this instance fares. One row. */
export const edgeStates = pgTable("edge_states", {
  id: text().primaryKey(),
  // When it last took what the database says
  appliedAt: at(),
  // What people have to see to, and since when; null: it does what it should
  problem: text(),
  problemAt: at(),
});
