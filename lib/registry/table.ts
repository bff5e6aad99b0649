import { pgTable, text, unique } from "drizzle-orm/pg-core";
import { organizations } from "@/lib/auth/table";
import { at, id } from "@/lib/db/columns";

/** How an organization signs in to a registry. The password is sealed, and never leaves the server again. */
export const registryCredentials = pgTable(
  "registry_credentials",
  {
    id: id("rgc"),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    // As image references write it: docker.io, ghcr.io, registry.example.org:5000
    host: text().notNull(),
    username: text().notNull(),
    // AES-256-GCM envelope, bound to the organization and the host
    secret: text().notNull(),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [unique().on(t.organizationId, t.host)],
);
