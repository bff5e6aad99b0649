import { parseImage } from "@/lib/app-definition/images";
import type { AppDefinition, Service } from "@/lib/app-definition/schema";
import { isSameRepository } from "./image-key";
import { isLowerTag } from "./newer-tag";
import { runsAlike } from "./runs-alike";

/** The definition that a project's app has upstream: in the catalog, or among the organization's own. */
export type UpstreamDefinition = {
  definition: AppDefinition;
  /** Set when this instance is too old for it; "newer" when it cannot even be read. */
  requiresVersion: string | null;
};

export type NextDefinition = {
  /** What the project would run; undefined: what it runs is what upstream has. */
  definition?: AppDefinition;
  /** What a person should know, where upstream has something that is no update. */
  note?: string;
};

/**
 * The upstream definition as an update of what runs: a service never goes back to a lower version, and never to
 * another repository.
 * @param running the definition that runs; both without the values of secrets
 */
export function nextDefinition(
  running: AppDefinition,
  upstream: UpstreamDefinition | undefined,
): NextDefinition {
  if (!upstream) return { note: `${running.name} has left the catalog: only its images are compared.` };
  const { definition, requiresVersion } = upstream;
  if (requiresVersion === "newer")
    return { note: "Its newest definition needs a newer version of Roadstead. Update this instance first." };
  if (definition.kind !== "template") return {};
  const moved = movedService(running, definition);
  if (moved) return { note: moved };
  const next = withoutLowerTags(running, definition);
  if (runsAlike(running, next)) return {};
  if (requiresVersion)
    return {
      note: `Its newest definition needs Roadstead >= ${requiresVersion}. Update this instance first.`,
    };
  return { definition: next };
}

function movedService(running: AppDefinition, upstream: AppDefinition): string | undefined {
  for (const [service, before] of pairs(running, upstream)) {
    const [from, to] = [parseImage(before.image ?? ""), parseImage(service.image ?? "")];
    if (!from || !to || isSameRepository(from, to)) continue;
    return `The definition now takes ${service.name} from ${to.registry}/${to.repository} instead of ${from.registry}/${from.repository}. Another repository is another program, and not an update.`;
  }
  return undefined;
}

function withoutLowerTags(running: AppDefinition, upstream: AppDefinition): AppDefinition {
  const kept = new Map(
    [...pairs(running, upstream)].flatMap(([{ name, image = "" }, before]) => {
      const [from, to] = [parseImage(before.image ?? ""), parseImage(image)];
      const isLower = from?.tag !== undefined && to?.tag !== undefined && isLowerTag(to.tag, from.tag);
      return isLower ? [[name, before.image]] : [];
    }),
  );
  return withImages(upstream, kept);
}

/** The services that both have, the upstream one first. */
function* pairs(running: AppDefinition, upstream: AppDefinition): Generator<[Service, Service]> {
  for (const service of upstream.services) {
    const before = running.services.find(({ name }) => name === service.name);
    if (before) yield [service, before];
  }
}

/** The definition with other images for some of its services. */
export function withImages(
  definition: AppDefinition,
  images: ReadonlyMap<string, string | undefined>,
): AppDefinition {
  if (images.size === 0) return definition;
  return {
    ...definition,
    services: definition.services.map((service) => {
      const image = images.get(service.name);
      return image === undefined ? service : { ...service, image };
    }),
  };
}
