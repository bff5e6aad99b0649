import { count } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { Issue } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { curatedApp, toCatalogApp } from "../catalog";
import { whyNotInstallable } from "../installable";
import { customApps } from "../table";
import { ofOrganization } from "./stored";

/** Addresses of pages under `/apps`, and what they are reached by. */
const PAGES = new Set(["custom", "import", "new"]);

/** Why this id cannot be that of an own app; undefined when it can. @param replaces the id of the app being edited */
export function wrongId({ id }: Pick<AppDefinition, "id">, replaces?: string): Issue | undefined {
  const wrong = (message: string) => ({ path: "id", message });
  if (replaces !== undefined && id !== replaces)
    return wrong(`This edits “${replaces}”, whose id stays. Save another app as a new one.`);
  if (PAGES.has(id)) return wrong(`“${id}” is the address of a page here. Choose another id.`);
  const curated = curatedApp(id);
  if (curated) {
    const name = curated.definition.name;
    return wrong(
      `The catalog has an app with the id “${id}” (${name}). Choose another id, such as “my-${id}”.`,
    );
  }
  return undefined;
}

/** What is saved otherwise than it was written, and what would surprise its author. */
export async function customWarnings(
  { organizationId }: Caller,
  definition: AppDefinition,
  written: object,
  replaces?: string,
): Promise<Issue[]> {
  const [found] = await db()
    .select({ apps: count() })
    .from(customApps)
    .where(ofOrganization(organizationId, definition.id));
  const exists = replaces === undefined && (found?.apps ?? 0) > 0;
  const notYet = definition.available && whyNotInstallable(toCatalogApp(definition, true));
  const says = (path: string, message: string, when: unknown) => (when ? [{ path, message }] : []);
  return [
    ...says("id", `You have an app with the id “${definition.id}” already; saving replaces it.`, exists),
    ...says("verified", "Only apps of the catalog are verified; this is left out.", definition.verified),
    ...says("unlisted", "An app of your own is always listed; this is left out.", definition.unlisted),
    ...says("available", COMING_SOON, !Object.hasOwn(written, "available")),
    ...says("", String(notYet), notYet),
  ];
}

const COMING_SOON = 'Without "available": true it is shown as coming soon and cannot be installed.';
