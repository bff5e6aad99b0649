import type { Caller } from "@/lib/access/caller";
import { type CatalogApp, type CatalogCard, curatedApp, curatedApps } from "./catalog";
import { type AppReader, readsOwnApps, storedApp, storedCards } from "./custom/stored";

export type { AppReader };

const byName = new Intl.Collator("en");

/**
 * The app that this id means to the caller, listed or not: one that came with this instance, else one of its own
 * organization. Never another organization's.
 * @param source the transaction to read in, when there is one
 */
export async function findApp(
  caller: Caller,
  id: string,
  source?: AppReader,
): Promise<CatalogApp | undefined> {
  const curated = curatedApp(id);
  if (curated || !readsOwnApps(caller)) return curated;
  return await storedApp(caller.organizationId, id, source);
}

/** The cards of the caller's grid, by name. What came with this instance wins over an own app of the same id. */
export async function listedApps(caller: Caller): Promise<CatalogCard[]> {
  const curated = curatedApps().filter(({ definition }) => !definition.unlisted);
  if (!readsOwnApps(caller)) return curated;
  const own = (await storedCards(caller.organizationId)).filter(
    ({ definition }) => !curatedApp(definition.id),
  );
  if (own.length === 0) return curated;
  return [...curated, ...own].sort((a, b) => byName.compare(a.definition.name, b.definition.name));
}
