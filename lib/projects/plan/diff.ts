import { isDeepStrictEqual } from "node:util";
import { addressOf, waitingFor } from "../addresses";
import { limitsBetween } from "../resources/limits-between";
import type { LimitChange } from "../resources/schema";
import type { Exposure } from "../schema";
import { lineDiff } from "./line-diff";
import type { FileChange, LinkChange, RouteChange, VariableChange } from "./schema";
import type { Version } from "./version";

/**
 * What differs between the version that runs and the one to come; without one that runs, everything is added. Of a
 * service that ends, nothing is told but that it ends. Pure; no secret is in any answer.
 */

export function variableChanges(before: Version | undefined, after: Version): VariableChange[] {
  return serviceNames(after).flatMap((service) => {
    const [old, next] = [own(before?.env, service), own(after.env, service)];
    const keys = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])].sort();
    return keys.flatMap((key): VariableChange[] => {
      const [from, to] = [own(old, key) ?? null, own(next, key) ?? null];
      const isSecret = (version: Version | undefined) =>
        own(own(version?.snapshot.env, service), key)?.secret !== undefined;
      const secret = isSecret(before) || isSecret(after);
      // Sealing what was open changes nothing about the container.
      if (from === to) return [];
      return [{ service, key, change: changeOf(from, to), secret, ...shown(secret, from, to) }];
    });
  });
}

export function fileChanges(before: Version | undefined, after: Version): FileChange[] {
  const services = serviceNames(after);
  const places = [...after.files, ...(before?.files ?? [])].filter(({ service }) =>
    services.includes(service),
  );
  const unique = new Map(places.map(({ service, path }) => [`${service} ${path}`, { service, path }]));
  return [...unique.values()].flatMap(({ service, path }): FileChange[] => {
    const isHere = (one: { service: string; path: string }) => one.service === service && one.path === path;
    const from = before?.files.find(isHere)?.content ?? null;
    const to = after.files.find(isHere)?.content ?? null;
    if (from === to) return [];
    const secret = [before, after].some(
      (version) => version?.snapshot.files.find(isHere)?.content.secret !== undefined,
    );
    const lines = secret ? null : linesOf(from, to);
    return [{ service, path, change: changeOf(from, to), secret, lines }];
  });
}

export function limitChanges(before: Version | undefined, after: Version): LimitChange[] {
  return limitsBetween(serviceNames(after), before?.snapshot.resources, after.snapshot.resources);
}

/** Every network shared with another project in either version. */
export function linkChanges(before: Pick<Version, "snapshot"> | undefined, after: Pick<Version, "snapshot">) {
  const [old = [], next = []] = [before?.snapshot.links, after.snapshot.links];
  const told = ({ network, users, services }: (typeof next)[number]) => ({
    network,
    users,
    reaches: services,
  });
  const stays = next.map((link): LinkChange => {
    const last = old.find(({ network }) => network === link.network);
    const isKept = last && isDeepStrictEqual(told(last), told(link));
    return { ...told(link), change: last ? (isKept ? "same" : "changed") : "added" };
  });
  const ends = old.filter(({ network }) => !next.some((link) => link.network === network));
  return [...stays, ...ends.map((link): LinkChange => ({ ...told(link), change: "removed" }))];
}

/** Every endpoint of either version, those that stay as they are too. */
export function routeChanges(before: Version | undefined, after: Version): RouteChange[] {
  const [old, next] = [before?.snapshot.exposures ?? [], after.snapshot.exposures];
  const stays = next.map((exposure): RouteChange => {
    const last = old.find((one) => isSame(one, exposure));
    const from = last ? { address: addressOf(last), hostPort: last.hostPort ?? null } : null;
    const route = routeOf(exposure);
    const isKept =
      last?.mode === exposure.mode &&
      last.domain === exposure.domain &&
      from?.address === route.address &&
      from.hostPort === route.hostPort;
    return { ...route, from, change: last ? (isKept ? "same" : "changed") : "added" };
  });
  const ends = old
    .filter((exposure) => !next.some((one) => isSame(one, exposure)))
    .map((exposure): RouteChange => {
      const route = routeOf(exposure);
      const { address, hostPort } = route;
      return { ...route, from: { address, hostPort }, change: "removed" };
    });
  return [...stays, ...ends];
}

function routeOf(exposure: Exposure & { conflict?: string }) {
  const { service, port, label, kind, mode, hostPort = null, conflict = null } = exposure;
  const waiting = waitingFor(exposure) ?? null;
  return { service, port, label, kind, mode, hostPort, address: addressOf(exposure), conflict, waiting };
}

function isSame(one: Exposure, other: Exposure): boolean {
  return one.service === other.service && one.port === other.port;
}

function serviceNames({ snapshot }: Version): string[] {
  return snapshot.definition.services.map(({ name }) => name);
}

function changeOf(from: string | null, to: string | null) {
  if (from === null) return "added" as const;
  return to === null ? ("removed" as const) : ("changed" as const);
}

function shown(secret: boolean, from: string | null, to: string | null) {
  return secret ? { from: null, to: null } : { from, to };
}

function linesOf(from: string | null, to: string | null): FileChange["lines"] {
  if (from === null) return lineDiff("", to ?? "").filter(({ kind }) => kind !== "removed");
  if (to === null) return lineDiff(from, "").filter(({ kind }) => kind !== "added");
  return lineDiff(from, to);
}

/** What an object holds itself under a name: names such as `constructor` are names of services and variables too. */
function own<T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return map && Object.hasOwn(map, name) ? map[name] : undefined;
}
