import { checkReference } from "../check";
import { EngineError, type EngineImage, type Healthcheck, type LabelledImage, type Labels } from "../engine";
import { isImageId, parseReference } from "../reference";
import type { Connection } from "./connect";
import { carries, labelFilter } from "./networks-and-volumes";
import { request } from "./request";

/** Durations are nanoseconds on the wire. */
export type HealthcheckWire = {
  Test?: string[] | null;
  Interval?: number;
  Timeout?: number;
  StartPeriod?: number;
  Retries?: number;
};

type ImageWire = {
  Id: string;
  RepoDigests?: string[] | null;
  Size?: number;
  Config?: { Healthcheck?: HealthcheckWire | null; ExposedPorts?: Record<string, unknown> | null } | null;
};

export async function findImage(connection: Connection, reference: string): Promise<EngineImage | undefined> {
  const image = checkReference(reference);
  try {
    const wire = await request<ImageWire>(connection, {
      method: "GET",
      path: `/images/${image}/json`,
      doing: { what: "look for", image },
    });
    return imageFromWire(wire, image);
  } catch (error) {
    if (error instanceof EngineError && error.kind === "image-not-found") return undefined;
    throw error;
  }
}

type ListedWire = { Id: string; RepoTags?: string[] | null; Labels?: Record<string, string> | null };

export async function listImages(connection: Connection, labels: Labels): Promise<LabelledImage[]> {
  const wires = await request<ListedWire[]>(connection, {
    method: "GET",
    path: "/images/json",
    query: { filters: labelFilter(labels) },
    doing: { what: "list images" },
  });
  return wires
    .map(({ Id, RepoTags, Labels }) => ({
      id: Id,
      tags: (RepoTags ?? []).filter((tag) => tag !== "<none>:<none>"),
      labels: Labels ?? {},
    }))
    .filter((image) => carries(image.labels, labels));
}

export async function removeImage(connection: Connection, reference: string): Promise<void> {
  const image = checkReference(reference);
  const doing = { what: "remove", image };
  const untag = (name: string) => request(connection, { method: "DELETE", path: `/images/${name}`, doing });
  try {
    const names = isImageId(image) ? await tagsOf(connection, image) : [image];
    for (const name of names) await untag(name);
    if (names.length === 0) await untag(image);
  } catch (error) {
    if (error instanceof EngineError && error.kind === "image-not-found") return;
    throw error;
  }
}

/** By id, the engine refuses to remove an image that has two names. */
async function tagsOf(connection: Connection, id: string): Promise<string[]> {
  const path = `/images/${id}/json`;
  const doing = { what: "look for", image: id };
  return (await request<ListedWire>(connection, { method: "GET", path, doing })).RepoTags ?? [];
}

function imageFromWire(wire: ImageWire, reference: string): EngineImage {
  const ports = Object.keys(wire.Config?.ExposedPorts ?? {}).map((port) => Number.parseInt(port, 10));
  return {
    id: wire.Id,
    digest: pickDigest(wire.RepoDigests ?? [], reference),
    sizeBytes: wire.Size ?? 0,
    healthcheck: healthcheckFromWire(wire.Config?.Healthcheck),
    exposedPorts: ports.filter((port, index) => Number.isInteger(port) && ports.indexOf(port) === index),
  };
}

/** One image may be known under several repositories: the digest of the one that was asked for counts. */
function pickDigest(repoDigests: string[], reference: string): string | undefined {
  const pairs = repoDigests.map((entry) => entry.split("@"));
  const wanted = familiar(parseReference(reference)?.repository ?? "");
  const own = pairs.find(([repository]) => familiar(repository ?? "") === wanted);
  return (own ?? pairs[0])?.[1];
}

/** "docker.io/library/redis" and "redis" are one repository. */
function familiar(repository: string) {
  return repository.replace(/^(index\.)?docker\.io\//, "").replace(/^library\//, "");
}

const NS_PER_MS = 1_000_000;

function healthcheckFromWire(wire: HealthcheckWire | null | undefined): Healthcheck | undefined {
  if (!wire?.Test?.length || wire.Test[0] === "NONE") return undefined;
  const ms = (ns: number | undefined) => (ns ? ns / NS_PER_MS : undefined);
  return {
    test: wire.Test,
    intervalMs: ms(wire.Interval),
    timeoutMs: ms(wire.Timeout),
    startPeriodMs: ms(wire.StartPeriod),
    retries: wire.Retries || undefined,
  };
}

export function healthcheckToWire(healthcheck: Healthcheck): HealthcheckWire {
  // The engine refuses less than a millisecond; 0 would mean "the image's own".
  const ns = (ms: number | undefined) => (ms ? Math.max(1, Math.round(ms)) * NS_PER_MS : undefined);
  return {
    Test: healthcheck.test,
    Interval: ns(healthcheck.intervalMs),
    Timeout: ns(healthcheck.timeoutMs),
    StartPeriod: ns(healthcheck.startPeriodMs),
    Retries: healthcheck.retries,
  };
}
