import type { CatalogEntry } from "@/lib/apps/schema";

/** How people call the categories of the catalog, in the order of the chips. */
export const CATEGORY_NAMES: Record<CatalogEntry["category"], string> = {
  automation: "Automation",
  backend: "Backend",
  database: "Database",
  cms: "CMS",
  mail: "Mail",
  analytics: "Analytics",
  other: "Other",
};

/** Whether the wizard can be opened for it. */
export function isInstallable(app: CatalogEntry): boolean {
  return isOffered(app) && app.kind === "template";
}

/** The page of its own that it is set up on, when it has one that can be opened here. */
export function ownPage(app: CatalogEntry): string | null {
  return isOffered(app) && app.kind === "flow" ? app.flowHref : null;
}

/** Whether this instance is new enough for it, and it for people. */
function isOffered(app: CatalogEntry): boolean {
  return app.available && app.requiresVersion === null;
}
