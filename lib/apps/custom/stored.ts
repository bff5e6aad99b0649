import { and, eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { parseDefinition } from "@/lib/app-definition/parse";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { db, type Transaction } from "@/lib/db/client";
import { type CatalogApp, type CatalogCard, toCatalogApp } from "../catalog";
import { customApps } from "../table";

/** The pool, or the transaction in which an app is read. */
export type AppReader = Pick<Transaction, "select">;

/** Whether the caller sees what the organization brought itself: who sees all of its projects does. */
export function readsOwnApps({ organizationId, grants }: Caller): boolean {
  return allows(grants, { organizationId, type: "project", id: "*" }, "read");
}

/** An organization's own app. Whoever calls has said whose organization it is. */
export async function storedApp(
  organizationId: string,
  appId: string,
  source: AppReader = db(),
): Promise<CatalogApp | undefined> {
  const [found] = await source
    .select({ definition: customApps.definition })
    .from(customApps)
    .where(ofOrganization(organizationId, appId));
  return found && toCatalogApp(current(found.definition), true);
}

/** The definition without the long parts that no card shows. */
export const FACE = sql<CatalogCard["definition"]>`
  ${customApps.definition} - ARRAY['settings', 'configFields', 'files', 'prepare', 'connection']`;

/** The cards of an organization's own apps, in no order. */
export async function storedCards(organizationId: string): Promise<CatalogCard[]> {
  const rows = await db()
    .select({ definition: FACE })
    .from(customApps)
    .where(eq(customApps.organizationId, organizationId));
  return rows.map(({ definition }) => toCatalogApp(definition, true));
}

/** The condition that holds for one app of one organization. */
export function ofOrganization(organizationId: string, appId: string) {
  return and(eq(customApps.organizationId, organizationId), eq(customApps.appId, appId));
}

/** Fills in what a newer version of the format has added since it was saved. */
function current(stored: AppDefinition): AppDefinition {
  const parsed = parseDefinition(stored);
  return parsed.ok ? parsed.definition : stored;
}
