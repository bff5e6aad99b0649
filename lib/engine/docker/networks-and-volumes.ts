import { checkAlias, checkLabels, checkName } from "../check";
import { EngineError, type EngineNetwork, type EngineVolume, type Labels } from "../engine";
import type { Connection } from "./connect";
import { request } from "./request";

/** A bridge of its own for each group of containers: they find each other by name, others do not reach them. */
export async function ensureNetwork(
  connection: Connection,
  name: string,
  labels: Labels,
  { internal = false }: { internal?: boolean } = {},
): Promise<void> {
  checkName("network", name);
  checkLabels(labels);
  if ((await networkIds(connection, name)).length > 0) return;
  const doing = { what: "make", network: name };
  // Names of networks are not unique, and CheckDuplicate does not see a call that runs at the same time.
  const body = {
    ...{ Name: name, Driver: "bridge", Attachable: true, CheckDuplicate: true, Labels: labels },
    Internal: internal,
  };
  try {
    await request(connection, { method: "POST", path: "/networks/create", body, doing });
    // The oldest is kept. The call whose network shows last sees them all, so all may tidy up.
    const [, ...later] = await networkIds(connection, name);
    await Promise.allSettled(later.map((id) => deleteNetwork(connection, id, name)));
  } catch (error) {
    if ((await networkIds(connection, name)).length === 0) throw error;
  }
}

type NetworkWire = { Id: string; Name: string; Created?: string; Labels?: Record<string, string> | null };

export async function listNetworks(connection: Connection, labels: Labels): Promise<EngineNetwork[]> {
  const networks = await request<NetworkWire[]>(connection, {
    method: "GET",
    path: "/networks",
    query: { filters: labelFilter(labels) },
    doing: { what: "list networks" },
  });
  return networks
    .map(({ Name, Labels }) => ({ name: Name, labels: Labels ?? {} }))
    .filter((network) => carries(network.labels, labels));
}

export async function connectNetwork(
  connection: Connection,
  containerId: string,
  network: string,
  aliases: readonly string[],
): Promise<void> {
  aliases.forEach(checkAlias);
  const doing = { what: "connect", container: checkName("container", containerId), network };
  const body = { Container: containerId, EndpointConfig: { Aliases: aliases } };
  // Of a container that does not run, Docker would note a network that is not there, and then never start it.
  const [networkId] = await networkIds(connection, checkName("network", network));
  if (!networkId)
    throw new EngineError(
      "not-found",
      `The engine has no network ${network}. It was removed, perhaps by hand.`,
    );
  const path = `/networks/${networkId}/connect`;
  try {
    await request(connection, { method: "POST", path, body, doing });
  } catch (error) {
    if (!/already (?:exists in|connected to) network|already (?:connected|attached)/i.test(causeOf(error)))
      throw error;
  }
}

export async function disconnectNetwork(
  connection: Connection,
  containerId: string,
  network: string,
): Promise<void> {
  const doing = { what: "disconnect", container: checkName("container", containerId), network };
  const body = { Container: containerId, Force: true };
  const path = `/networks/${checkName("network", network)}/disconnect`;
  try {
    await unlessGone(request(connection, { method: "POST", path, body, doing }));
  } catch (error) {
    if (!/is not connected to|not connected to (?:the )?network/i.test(causeOf(error))) throw error;
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
}

export async function removeNetwork(connection: Connection, name: string): Promise<void> {
  checkName("network", name);
  for (const id of await networkIds(connection, name)) {
    await refuseUsed(connection, id, name);
    await deleteNetwork(connection, id, name);
  }
}

/** Docker refuses by itself; Podman would take the containers away with their network. */
async function refuseUsed(connection: Connection, id: string, name: string) {
  const doing = { what: "look at", network: name };
  const path = `/networks/${id}`;
  const looked = request<{ Containers?: object | null }>(connection, { method: "GET", path, doing });
  const users = Object.keys((await unlessGone(looked))?.Containers ?? {});
  if (users.length === 0) return;
  throw new EngineError(
    "other",
    `The network ${name} is still used by ${users.length} container(s). Stop them first.`,
  );
}

async function deleteNetwork(connection: Connection, id: string, name: string) {
  const doing = { what: "remove", network: name };
  await unlessGone(request(connection, { method: "DELETE", path: `/networks/${id}`, doing }));
}

/** The networks of exactly this name, oldest first. */
async function networkIds(connection: Connection, name: string): Promise<string[]> {
  const networks = await request<NetworkWire[]>(connection, {
    method: "GET",
    path: "/networks",
    // The filter finds parts of names, too.
    query: { filters: JSON.stringify({ name: [name] }) },
    doing: { what: "look for", network: name },
  });
  return networks
    .filter((network) => network.Name === name)
    .sort((a, b) => ageKey(a).localeCompare(ageKey(b)))
    .map((network) => network.Id);
}

/** Nanoseconds matter here, and their trailing zeros are left out: padded, the text sorts. */
function ageKey({ Created = "", Id }: Pick<NetworkWire, "Created" | "Id">) {
  const [, seconds = Created, fraction = ""] = /^(.{19})(?:\.(\d+))?/.exec(Created) ?? [];
  return `${seconds}.${fraction.padEnd(9, "0")} ${Id}`;
}

export async function ensureVolume(connection: Connection, name: string, labels: Labels): Promise<void> {
  checkName("volume", name);
  checkLabels(labels);
  // Creating a volume that exists answers with the one that exists.
  await request(connection, {
    method: "POST",
    path: "/volumes/create",
    body: { Name: name, Driver: "local", Labels: labels },
    doing: { what: "make", volume: name },
  });
}

export async function removeVolume(connection: Connection, name: string): Promise<void> {
  checkName("volume", name);
  await unlessGone(
    request(connection, {
      method: "DELETE",
      path: `/volumes/${name}`,
      doing: { what: "remove", volume: name },
    }),
  );
}

type VolumeWire = { Name: string; Labels?: Record<string, string> | null; CreatedAt?: string };

export async function listVolumes(connection: Connection, labels: Labels): Promise<EngineVolume[]> {
  const answer = await request<{ Volumes?: VolumeWire[] | null }>(connection, {
    method: "GET",
    path: "/volumes",
    query: { filters: labelFilter(labels) },
    doing: { what: "list volumes" },
  });
  const volumes = (answer.Volumes ?? []).map((volume) => ({
    name: volume.Name,
    labels: volume.Labels ?? {},
    createdAt: volume.CreatedAt ? new Date(volume.CreatedAt) : undefined,
  }));
  return volumes.filter((volume) => carries(volume.labels, labels));
}

/** Podman lists what carries any one of the labels; asked for are those that carry all. */
export function carries(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

export function labelFilter(labels: Labels, others: Record<string, string[]> = {}): string {
  return JSON.stringify({
    ...others,
    label: Object.entries(labels).map(([key, value]) => `${key}=${value}`),
  });
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineError && error.kind === "not-found") return undefined;
    throw error;
  }
}
