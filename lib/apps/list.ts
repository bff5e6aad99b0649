import { and, count } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { displayVersion } from "@/lib/app-definition/images";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { everWorked } from "@/lib/projects/draft-state";
import { projects } from "@/lib/projects/table";
import { visibleProjects } from "@/lib/projects/visible";
import type { CatalogCard } from "./catalog";
import { listedApps } from "./find";
import { CatalogEntry } from "./schema";

export const listCatalog = operation({
  id: "apps.list",
  rest: "GET /api/apps/catalog",
  summary: "List the apps that can be installed.",
  mcp: {
    title: "List the catalog",
    about:
      "Every app that can be installed, with its category, tags and version. `installed` counts the projects that run it.",
  },
  permission: "member",
  input: z.object({}),
  output: z.object({ data: z.array(CatalogEntry) }),
  async run(caller) {
    const [installed, listed] = await Promise.all([installedCounts(caller), listedApps(caller)]);
    return { data: listed.map((app) => toEntry(app, installed)) };
  },
});

/** How many projects that the caller may read run, or ran, each app; a draft or a failed install is none yet. */
export async function installedCounts(caller: Caller): Promise<ReadonlyMap<string, number>> {
  const rows = await db()
    .select({ appId: projects.appId, projects: count() })
    .from(projects)
    .where(and(visibleProjects(caller), everWorked()))
    .groupBy(projects.appId);
  return new Map(rows.map((row) => [row.appId, row.projects]));
}

/** An app as the catalog shows it. */
export function toEntry(
  { definition, custom, requiresVersion, logoPath }: CatalogCard,
  installed: ReadonlyMap<string, number>,
): CatalogEntry {
  const { id, name, description, logo, category, tags, kind, flowHref, available, verified, hosting } =
    definition;
  return {
    id,
    name,
    description,
    logo,
    logoPath,
    category,
    tags,
    version: displayVersion(definition),
    kind,
    flowHref: flowHref ?? null,
    available,
    verified,
    custom,
    experimental: hosting === "experimental",
    requiresVersion,
    installed: installed.get(id) ?? 0,
  };
}
