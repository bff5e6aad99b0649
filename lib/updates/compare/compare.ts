import { displayVersion, parseImage } from "@/lib/app-definition/images";
import type { AppDefinition, Service } from "@/lib/app-definition/schema";
import type { Snapshot } from "@/lib/deployments/snapshot";
import type { UpdateEntry, UpdateService } from "../schema";
import { imageKey, upstreamImage, withTag } from "./image-key";
import { nextDefinition, type UpstreamDefinition, withImages } from "./next-definition";

/** The deployed half: what the deployment that serves was made of. */
export type Running = { definition: AppDefinition; images: Snapshot["images"] };

/** The upstream half of one image: what its registry last said. */
export type ImageFact = {
  digest: string | null;
  newerTag: string | null;
  newerDigest: string | null;
  leapTag: string | null;
  /** Why it is not known, in words; null: it is. */
  reason: string | null;
  checkedAt: Date;
};
export type Facts = ReadonlyMap<string, ImageFact>;

/** What an update would run: a definition, and for each image of another service than before its digest, where known. */
export type UpdateTarget = { definition: AppDefinition; digests: Record<string, string> };

export type Comparison = Pick<
  UpdateEntry,
  "kind" | "supported" | "behind" | "current" | "latest" | "services" | "reason" | "note"
> & { checkedAt: Date | null; target: UpdateTarget | null };

const NOT_YET = "It has not been compared yet.";

/**
 * Compares what a project runs with what is upstream. Pure. The definition comes first, since it was put together by
 * somebody; only where it is what runs already, a newer publication of a single image is an update by itself.
 * @param facts by `imageKey`
 */
export function compareProject(
  running: Running,
  upstream: UpstreamDefinition | undefined,
  facts: Facts,
): Comparison {
  const next = nextDefinition(running.definition, upstream);
  const seen = running.definition.services.map((service) => seeService(service, running, facts));
  const target = next.definition
    ? { definition: next.definition, digests: knownDigests(next.definition, running, facts) }
    : offered(running.definition, seen);
  const comparable = seen.filter(({ comparable }) => comparable);
  const supported = upstream !== undefined || comparable.length > 0;
  const unknown = [...new Set(seen.flatMap(({ service: { reason } }) => reason ?? []))];
  const reason = supported ? unknown.join(" ") : "There is nothing upstream to compare it with.";
  const note = [next.note, ...leaps(seen)].filter(Boolean).join(" ");
  return {
    kind: next.definition || comparable.length === 0 ? "catalog" : "image",
    supported,
    behind: supported && target !== null,
    current: displayVersion(running.definition),
    latest: displayVersion(target?.definition ?? running.definition),
    services: next.definition
      ? definedServices(running, next.definition, seen, facts)
      : seen.map(({ service }) => service),
    checkedAt: oldest(comparable.flatMap(({ fact }) => fact?.checkedAt ?? [])),
    target,
    ...(reason && { reason }),
    ...(note && { note }),
  };
}

type Seen = { service: UpdateService; comparable: boolean; fact: ImageFact | undefined };

function seeService({ name, image }: Service, { images }: Running, facts: Facts): Seen {
  const asked = upstreamImage(image);
  const frozen = Object.hasOwn(images, name) ? images[name] : undefined;
  const pinned = parseImage(image ?? "")?.digest;
  const service: UpdateService = {
    name,
    image: image ?? "",
    currentTag: asked?.tag ?? null,
    currentDigest: pinned ?? frozen?.digest ?? null,
    ...{ latestTag: null, latestDigest: null, leapTag: null },
  };
  if (!asked) return { service, comparable: pinned !== undefined, fact: undefined };
  const fact = facts.get(imageKey(asked));
  const reason = fact ? (fact.reason ?? undefined) : NOT_YET;
  if (!fact || reason !== undefined) return { service: { ...service, reason }, comparable: true, fact };
  const { digest, newerTag, newerDigest, leapTag } = fact;
  const known = { ...service, leapTag };
  // What was only given another name is the same program.
  if (newerTag !== null && newerDigest !== null && newerDigest !== service.currentDigest) {
    return { service: { ...known, latestTag: newerTag, latestDigest: newerDigest }, comparable: true, fact };
  }
  if (service.currentDigest === null) {
    const unknown = `The engine does not tell which publication of ${image} runs.`;
    return { service: { ...known, reason: unknown }, comparable: true, fact };
  }
  const isMoved = digest !== null && digest !== service.currentDigest && newerTag === null;
  return {
    service: isMoved ? { ...known, latestTag: asked.tag, latestDigest: digest } : known,
    comparable: true,
    fact,
  };
}

function offered(definition: AppDefinition, seen: readonly Seen[]): UpdateTarget | null {
  const offers = seen.flatMap(({ service: { name, image, latestTag, latestDigest } }) =>
    latestTag !== null && latestDigest !== null
      ? [{ name, image: withTag(image, latestTag), latestDigest }]
      : [],
  );
  if (offers.length === 0) return null;
  return {
    definition: withImages(definition, new Map(offers.map(({ name, image }) => [name, image]))),
    digests: Object.fromEntries(offers.map(({ name, latestDigest }) => [name, latestDigest])),
  };
}

/** The services as the definition will have them, and those that end with it. */
function definedServices(
  running: Running,
  next: AppDefinition,
  seen: readonly Seen[],
  facts: Facts,
): UpdateService[] {
  const digests = knownDigests(next, running, facts);
  const ended = seen.filter(({ service }) => !next.services.some(({ name }) => name === service.name));
  const stays = next.services.map(({ name, image }): UpdateService => {
    const before = seen.find(({ service }) => service.name === name)?.service;
    const isSame = before?.image === (image ?? "");
    return {
      ...{ name, image: before?.image ?? image ?? "" },
      ...{ currentTag: before?.currentTag ?? null, currentDigest: before?.currentDigest ?? null },
      latestTag: isSame ? null : (upstreamImage(image)?.tag ?? null),
      latestDigest: isSame ? null : (digests[name] ?? null),
      leapTag: isSame ? (before?.leapTag ?? null) : null,
      ...(isSame && before?.reason && { reason: before.reason }),
    };
  });
  return [...stays, ...ended.map(({ service }) => ({ ...service, latestTag: null, latestDigest: null }))];
}

function knownDigests(next: AppDefinition, running: Running, facts: Facts): Record<string, string> {
  return Object.fromEntries(
    next.services.flatMap(({ name, image }) => {
      const before = running.definition.services.find((service) => service.name === name);
      const asked = before?.image === image ? undefined : upstreamImage(image);
      const fact = asked && facts.get(imageKey(asked));
      return fact?.digest && fact.reason === null ? [[name, fact.digest]] : [];
    }),
  );
}

function leaps(seen: readonly Seen[]): string[] {
  return seen.flatMap(({ service: { name, leapTag } }) =>
    leapTag === null
      ? []
      : [
          `${leapTag} of ${name} is out too. It is another line of versions, which only a new definition takes.`,
        ],
  );
}

function oldest(dates: readonly Date[]): Date | null {
  return dates.reduce<Date | null>((first, date) => (first === null || date < first ? date : first), null);
}
