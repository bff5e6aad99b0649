import { inArray, notInArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { type Engine, EngineError } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers";
import { settings } from "@/lib/settings";
import { FINAL_STATES, isFinal } from "../machine";
import type { DeploymentState } from "../schema";
import { deployments, volumeSnapshots } from "../table";
import { forgetCopies } from "./forget";
import type { VolumeSnapshot } from "./stored";

const DAY_MS = 86_400_000;

/**
 * Removes copies of volumes that nobody needs any more: those of a deployment that failed and has put its data back,
 * those older than the setting says, and those that the database does not know. One that is the only way back stays.
 * @returns the names of what was removed
 */
export async function sweepCopies(engine: Engine, installation: string, now = new Date()): Promise<string[]> {
  const all = await db().select().from(volumeSnapshots);
  const states = await statesOf(all);
  const busy = new Set((await busyProjects()).map(({ projectId }) => projectId));
  const over = all.filter((copy) => !busy.has(copy.projectId) && isOver(copy, states, now));
  await forgetCopies(engine, over);
  const volumes = await engine.listVolumes({ [LABELS.installation]: installation });
  const known = new Set(all.map(({ name }) => name));
  const orphans = volumes.filter(({ name, labels }) => labels[LABELS.copyOf] && !known.has(name));
  const gone: string[] = [];
  for (const { name } of orphans) if (await removeOrphan(engine, name)) gone.push(name);
  return [...over.map(({ name }) => name), ...gone];
}

function isOver(copy: VolumeSnapshot, states: ReadonlyMap<string, DeploymentState>, now: Date): boolean {
  const state = states.get(copy.deploymentId);
  if (!state || !isFinal(state)) return false;
  const isNeededBack = copy.usedAt !== null && copy.restoredAt === null;
  if (state !== "ready") return !isNeededBack;
  if (!copy.takenAt) return true;
  return now.getTime() - copy.takenAt.getTime() > settings().snapshotDays * DAY_MS;
}

async function statesOf(copies: readonly VolumeSnapshot[]): Promise<Map<string, DeploymentState>> {
  const rows = await db()
    .select({ id: deployments.id, state: deployments.state })
    .from(deployments)
    .where(
      inArray(
        deployments.id,
        copies.map(({ deploymentId }) => deploymentId),
      ),
    );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Projects with a deployment that waits or is under way: it may be about to need a copy. */
async function busyProjects() {
  return await db()
    .select({ projectId: deployments.projectId })
    .from(deployments)
    .where(notInArray(deployments.state, [...FINAL_STATES]));
}

async function removeOrphan(engine: Engine, name: string): Promise<boolean> {
  try {
    await engine.removeVolume(name);
    return true;
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind === "unreachable") throw error;
    return false;
  }
}
