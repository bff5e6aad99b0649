import { isInstallable } from "@/components/apps/categories";
import type { CatalogEntry } from "@/lib/apps/schema";

const OFTEN_FIRST = ["n8n", "gitea", "postgresql", "uptime-kuma"];

/** The apps of this catalog that people often begin with, as far as it has them. */
export function oftenFirst(catalog: readonly CatalogEntry[]): CatalogEntry[] {
  return OFTEN_FIRST.flatMap((id) => catalog.find((app) => app.id === id && isInstallable(app)) ?? []);
}
