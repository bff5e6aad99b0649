import type { AppDefinition, ServiceResources } from "@/lib/app-definition/schema";
import { settings } from "@/lib/settings";

/** Resource settings by service. A service with an entry was decided, even when the entry is empty: no limit. */
export type Resources = Readonly<Record<string, ServiceResources>>;

/**
 * The resource settings that a project should have: what is saved stays, and on cloud each service that nobody decided
 * anything for gets the profile of its definition. Elsewhere services stay uncapped until somebody sets limits.
 */
export function withProfiles(
  saved: Resources,
  { services }: Pick<AppDefinition, "services">,
): Record<string, ServiceResources> {
  if (settings().deployMode !== "cloud") return { ...saved };
  const missing = services.flatMap(({ name, resources }) =>
    resources && !Object.hasOwn(saved, name) ? [[name, resources]] : [],
  );
  return { ...saved, ...Object.fromEntries(missing) };
}

/** The settings of one service; empty when nothing limits it. */
export function resourcesOf(resources: Resources | undefined, service: string): ServiceResources {
  return (resources && Object.hasOwn(resources, service) && resources[service]) || {};
}
