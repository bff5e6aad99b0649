import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "@/lib/db/client";
import { createMask } from "@/lib/deployments/log/mask";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import { deployments } from "@/lib/deployments/table";
import type { EngineContainer, EngineEvent } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";
import { type Carry, observe } from "./observe";
import type { Observed } from "./observed";
import { serviceStates } from "./table";

export type StateRow = typeof serviceStates.$inferSelect;
/** A container as it is now, and what was told of it since it was looked at last. */
export type Look = { container: EngineContainer; news: readonly EngineEvent[]; carry: Carry };

/**
 * Writes down what containers do now. Those of a deployment that is not known here are left out; what is as it was is
 * not written, so that nobody is told of it.
 */
export async function noteContainers(looks: readonly Look[]): Promise<void> {
  if (looks.length === 0) return;
  const ids = [...new Set(looks.map(({ container }) => container.labels[LABELS.deployment] ?? ""))];
  await db().transaction(async (tx) => {
    // Held: the deployment must not go, and no two may write of its containers from the same old state.
    const known = await tx
      .select({ id: deployments.id, projectId: deployments.projectId })
      .from(deployments)
      .where(inArray(deployments.id, ids))
      .orderBy(deployments.id)
      .for("key share");
    const rows = await tx
      .select()
      .from(serviceStates)
      .where(inArray(serviceStates.deploymentId, ids))
      .for("update");
    for (const look of runningFirst(looks)) {
      const { labels } = look.container;
      const deployment = known.find(({ id }) => id === labels[LABELS.deployment]);
      const service = labels[LABELS.service];
      if (deployment?.projectId !== labels[LABELS.project] || !deployment || !service) continue;
      await write(tx, { deploymentId: deployment.id, projectId: deployment.projectId, service }, look, rows);
    }
  });
}

type Place = Pick<StateRow, "deploymentId" | "projectId" | "service">;

async function write(tx: Transaction, place: Place, look: Look, rows: StateRow[]): Promise<void> {
  const before = rows.find(
    ({ deploymentId, service }) => deploymentId === place.deploymentId && service === place.service,
  );
  const seen = observe(before, look.container, look.news, look.carry, new Date());
  const isOld = before && before.containerId === seen.containerId && before.healthOutput !== null;
  if (seen.health !== "unhealthy" || !seen.healthOutput) seen.healthOutput = null;
  else if (isOld && before.health === "unhealthy") seen.healthOutput = before.healthOutput;
  else seen.healthOutput = await shown(tx, place, seen.healthOutput);
  const { deploymentId: _1, projectId: _2, service: _3, ...was } = before ?? { ...place };
  if (isDeepStrictEqual(was, seen)) return;
  await tx
    .insert(serviceStates)
    .values({ ...place, ...seen })
    .onConflictDoUpdate({ target: [serviceStates.deploymentId, serviceStates.service], set: seen });
}

/** Two containers of one service, one of them left over: the one that runs is the one that counts. */
function runningFirst(looks: readonly Look[]): Look[] {
  const isUp = ({ container }: Look) => container.state === "running";
  const taken = new Set<string>();
  return [...looks]
    .sort((a, b) => Number(isUp(b)) - Number(isUp(a)))
    .filter(({ container: { labels } }) => {
      const place = `${labels[LABELS.deployment]} ${labels[LABELS.service]}`;
      return !taken.has(place) && taken.add(place);
    });
}

const LONGEST_OUTPUT = 300;

/** The last line of what a check wrote, secrets hidden; nothing when nobody can tell what to hide. */
async function shown(tx: Transaction, place: Place, output: string): Promise<string | null> {
  const [found] = await tx
    .select({ snapshot: deployments.snapshot })
    .from(deployments)
    .where(eq(deployments.id, place.deploymentId));
  if (!found?.snapshot) return null;
  try {
    const mask = createMask(openSnapshot(place.projectId, found.snapshot).secrets);
    // Masked whole before it is cut: half a secret is not found by its mask.
    return mask(output).trim().split("\n").at(-1)?.trim().slice(0, LONGEST_OUTPUT) || null;
  } catch {
    return null;
  }
}

/** Writes down that a container is not there any more. */
export async function noteGone(containerId: string, at: Date): Promise<void> {
  const gone = { state: "gone", health: "none", since: at, healthOutput: null } as const;
  await db()
    .update(serviceStates)
    .set(gone)
    .where(and(eq(serviceStates.containerId, containerId), ne(serviceStates.state, "gone")));
}

/** Writes down everything at once: what is not among these containers is gone. */
export async function noteAll(containers: readonly EngineContainer[], projectId?: string): Promise<void> {
  await noteContainers(containers.map((container) => ({ container, news: [], carry: {} })));
  const here = containers.map(({ id }) => id);
  const gone: Partial<Observed> = { state: "gone", health: "none", since: new Date(), healthOutput: null };
  await db()
    .update(serviceStates)
    .set(gone)
    .where(
      and(
        ne(serviceStates.state, "gone"),
        here.length > 0 ? notInArray(serviceStates.containerId, here) : undefined,
        projectId ? eq(serviceStates.projectId, projectId) : undefined,
      ),
    );
  await forgetOld();
}

/** What is gone matters only of the version that serves, and of one that is under way. */
export async function forgetOld(): Promise<void> {
  await db().execute(sql`
    DELETE FROM service_states old WHERE old.state = 'gone' AND NOT EXISTS (
      SELECT 1 FROM deployments d WHERE d.id = old.deployment_id AND (
        d.state IN ('building', 'deploying') OR (d.state = 'ready' AND NOT EXISTS (
          SELECT 1 FROM deployments newer
          WHERE newer.project_id = d.project_id AND newer.state = 'ready' AND newer.number > d.number))))`);
}
