import { createServer } from "node:net";
import { ne } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { sqlClient, type Transaction } from "@/lib/db/client";
import { whyTaken } from "@/lib/domains/claim";
import { edgeIsOn } from "@/lib/edge/place";
import { engine } from "@/lib/servers";
import { LABELS } from "@/lib/servers/labels";
import { settings } from "@/lib/settings";
import { projects } from "../table";

/** Who holds which port of this machine: the port, and words that complete “Port 8080 …”. */
export type HeldPorts = ReadonlyMap<number, string>;

/** What may be asked about ports and names while exposures are chosen. */
export type PortView = {
  held: HeldPorts;
  isFree: (port: number) => Promise<boolean>;
  /** Whether domains are served: their endpoints then need no port that is open to the network. */
  edge: boolean;
  /** Why a domain cannot be had, as a sentence; undefined when it can. */
  whyTaken: (hostname: string) => Promise<string | undefined>;
};

/** Ports on the engine: of others, of the project itself, and whether they are ports of this very machine. */
export type EnginePorts = { held: HeldPorts; own: ReadonlySet<number>; local: boolean };

const LOOPBACK = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * Ports that the engine's containers hold, without those of `projectId`. Read it before a transaction: an engine may
 * take its time. Nothing is held as far as is known when no engine answers.
 */
export async function portsOnEngine(projectId?: string): Promise<EnginePorts> {
  try {
    const host = await engine();
    const [info, ports, containers] = await Promise.all([
      host.info(),
      host.listHostPorts(),
      host.listContainers({}),
    ]);
    const byId = new Map(containers.map((container) => [container.id, container]));
    const held = new Map<number, string>();
    const own = new Set<number>();
    for (const { hostPort, containerId } of ports) {
      const container = byId.get(containerId);
      const owner = container?.labels[LABELS.project];
      if (projectId !== undefined && owner === projectId) own.add(hostPort);
      // A managed container's name would tell another organization's project.
      else if (!container || owner) held.set(hostPort, ANOTHER_PROJECT);
      else held.set(hostPort, `is used by the container “${container.name}”`);
    }
    return { held, own, local: info.local };
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && error.name === "EngineError")) {
      return { held: new Map(), own: new Set(), local: true };
    }
    throw error;
  }
}

const ANOTHER_PROJECT = "is used by another project on this server";

/** Everything known about ports for one project, as `tx` sees it. */
export async function portView(
  tx: Pick<Transaction, "select">,
  caller: Caller,
  onEngine: EnginePorts,
  projectId?: string,
): Promise<PortView> {
  const ofProjects = await portsOfProjects(tx, caller, projectId);
  return {
    held: new Map([...onEngine.held, ...ofProjects, ...portsOfRoadstead()]),
    isFree: async (port) => !onEngine.local || onEngine.own.has(port) || (await isBindable(port)),
    edge: edgeIsOn(),
    whyTaken: (hostname) => whyTaken(tx, caller, hostname, projectId),
  };
}

/** Ports that projects keep, drafts and stopped ones included, without those of `projectId`; names only to who may read them. */
async function portsOfProjects(
  tx: Pick<Transaction, "select">,
  caller: Caller,
  projectId = "",
): Promise<HeldPorts> {
  const rows = await tx
    .select({
      id: projects.id,
      name: projects.name,
      organizationId: projects.organizationId,
      exposures: projects.exposures,
    })
    .from(projects)
    .where(ne(projects.id, projectId));
  return new Map(
    rows.flatMap(({ id, name, organizationId, exposures }) => {
      const readable = allows(caller.grants, { type: "project", id, organizationId }, "read");
      const who = readable ? `is used by the project “${name}”` : ANOTHER_PROJECT;
      return exposures
        .flatMap(({ hostPort, berths = [] }) => [...(hostPort ? [hostPort] : []), ...berths])
        .map((port): [number, string] => [port, who]);
    }),
  );
}

/** Ports that this program itself answers on. */
function portsOfRoadstead(): HeldPorts {
  const { host, port } = sqlClient().options;
  const databases = host.flatMap((name, at): [number, string][] => {
    const number = port[at];
    return LOOPBACK.includes(name) && number ? [[number, "belongs to Roadstead's database"]] : [];
  });
  return new Map([...databases, [settings().port, "is the one that Roadstead itself answers on"]]);
}

/** Whether a port can be bound here and now, as a container of this machine would bind it. */
function isBindable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    // Only "in use" speaks of a holder; a port that this user may not bind can still be had by the engine.
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    server.listen({ port, host: settings().publicUrl ? "0.0.0.0" : "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
