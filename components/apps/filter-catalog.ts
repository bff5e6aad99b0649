import type { CatalogEntry } from "@/lib/apps/schema";
import { CATEGORY_NAMES } from "./categories";

export type CatalogFilter = {
  text: string;
  category: CatalogEntry["category"] | null;
  tag: string | null;
  /** Only what the organization brought itself. */
  custom: boolean;
};

export const NO_FILTER: CatalogFilter = { text: "", category: null, tag: null, custom: false };

/** The filter that an address holds; what it does not know counts as not set. */
export function filterOf(query: { get: (name: string) => string | null }): CatalogFilter {
  const category = query.get("category");
  return {
    text: query.get("q") ?? "",
    category:
      category && Object.hasOwn(CATEGORY_NAMES, category) ? (category as CatalogEntry["category"]) : null,
    tag: query.get("tag"),
    custom: query.get("custom") === "1",
  };
}

/** The query string that keeps a filter, with its question mark; empty when nothing is filtered. */
export function queryOf({ text, category, tag, custom }: CatalogFilter): string {
  const query = new URLSearchParams();
  if (text) query.set("q", text);
  if (category) query.set("category", category);
  if (tag) query.set("tag", tag);
  if (custom) query.set("custom", "1");
  return query.size ? `?${query}` : "";
}

/** The apps that have every word of the text somewhere in name, description, category or tags. */
export function filterCatalog(apps: readonly CatalogEntry[], filter: CatalogFilter): CatalogEntry[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return apps.filter((app) => {
    if (filter.category && app.category !== filter.category) return false;
    if (filter.custom && !app.custom) return false;
    if (filter.tag && !app.tags.includes(filter.tag)) return false;
    const hay = [app.name, app.id, app.description, CATEGORY_NAMES[app.category], ...app.tags]
      .join(" ")
      .toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}

/** Tags by how many apps have them, the most common first. */
export function commonTags(apps: readonly CatalogEntry[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of apps.flatMap((app) => app.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([tag]) => tag);
}
