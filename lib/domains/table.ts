import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, id } from "@/lib/db/columns";
import { projects } from "@/lib/projects/table";
import type { DomainFindings } from "./schema";

/** A hostname, and the endpoint of a project that it leads to. One that is here serves until somebody removes it. */
export const domains = pgTable(
  "domains",
  {
    id: id("dom"),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    service: text().notNull(),
    port: integer().notNull(),
    // In lower case and ASCII (RFC 5890); nobody else on this instance can have it.
    hostname: text().notNull(),
    createdBy: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    // What the last look found; null: nobody has looked yet
    findings: jsonb().$type<DomainFindings>(),
    checkedAt: at(),
  },
  (t) => [uniqueIndex().on(t.hostname), index().on(t.projectId)],
);
