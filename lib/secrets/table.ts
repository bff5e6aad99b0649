import { pgTable, text } from "drizzle-orm/pg-core";
import { at } from "@/lib/db/columns";

/** Random keys that must outlive the instance's secret: each lies here sealed under it, and is sealed anew when it changes. */
export const dataKeys = pgTable("data_keys", {
  // What it is for
  name: text().primaryKey(),
  // AES-256-GCM envelope of 32 random bytes, base64url
  sealed: text().notNull(),
  createdAt: at().notNull().defaultNow(),
});
