import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { linkHost } from "@/lib/projects/connections/hosts";
import type { Link } from "@/lib/projects/connections/wiring";
import { LABELS } from "@/lib/servers/labels";
import { ACTIVE_STATES } from "../../machine";
import type { Making } from "../../run/context";
import { servingDeployment } from "../../serving";
import { deployments } from "../../table";

/**
 * Puts the container of a service on the networks of connections: on those that this project uses others by, and on
 * those that others use this project by. It exists already, so that whoever opens a link from now on finds it.
 */
export async function joinLinks(run: Making, service: string, containerId: string): Promise<void> {
  for (const { network, users } of run.snapshot.links ?? []) {
    if (users.includes(service)) await run.engine.connectNetwork(containerId, network, []);
  }
  for (const { network, services } of await linksOfUsers(run)) {
    if (!services.includes(service)) continue;
    await run.engine.connectNetwork(containerId, network, [linkHost(run.snapshot.slug, service)]);
  }
}

/** What other projects reach of this one: the networks are the engine's to know, the services their snapshots'. */
async function linksOfUsers(run: Making): Promise<Link[]> {
  const { projectId } = run.lease.row;
  const networks = await run.engine.listNetworks({
    [LABELS.installation]: run.installation,
    [LABELS.source]: projectId,
  });
  const users = [...new Set(networks.flatMap(({ labels }) => labels[LABELS.project] ?? []))];
  const links = (await Promise.all(users.map(wantedLinks))).flat();
  return links.filter(
    ({ network, source }) => source.projectId === projectId && networks.some(({ name }) => name === network),
  );
}

/** The links of the version that serves, and of those that are under way. */
async function wantedLinks(projectId: string): Promise<Link[]> {
  const [serving, active] = await Promise.all([
    servingDeployment(projectId),
    db()
      .select({ snapshot: deployments.snapshot })
      .from(deployments)
      .where(and(eq(deployments.projectId, projectId), inArray(deployments.state, [...ACTIVE_STATES]))),
  ]);
  return [serving, ...active].flatMap((one) => one?.snapshot?.links ?? []);
}
