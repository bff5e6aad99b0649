import type { AppDefinition } from "@/lib/app-definition/schema";
import { curatedApp } from "@/lib/apps/catalog";
import { storedApp } from "@/lib/apps/custom/stored";
import { withoutSecretValues } from "@/lib/projects/variables/secret-keys";
import type { UpstreamDefinition } from "./compare/next-definition";

export type FindUpstream = (appId: string, organizationId: string) => Promise<UpstreamDefinition | undefined>;

/** Finds what an app is upstream, each once: in the catalog, else among the organization's own apps. */
export function upstreamFinder(): FindUpstream {
  const found = new Map<string, Promise<UpstreamDefinition | undefined>>();
  return (appId, organizationId) => {
    const key = `${organizationId} ${appId}`;
    const known = found.get(key) ?? find(appId, organizationId);
    found.set(key, known);
    return known;
  };
}

async function find(appId: string, organizationId: string): Promise<UpstreamDefinition | undefined> {
  const app = curatedApp(appId) ?? (await storedApp(organizationId, appId));
  if (!app) return undefined;
  const { definition, requiresVersion } = app;
  return { requiresVersion, definition: requiresVersion === "newer" ? definition : comparable(definition) };
}

// As projects store it; values of secrets are in their rows, sealed.
function comparable(definition: AppDefinition): AppDefinition {
  return withoutSecretValues(definition);
}
