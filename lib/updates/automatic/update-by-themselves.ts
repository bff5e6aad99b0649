import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, not, sql } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { standingCaller } from "@/lib/auth/caller/standing";
import { db } from "@/lib/db/client";
import { ACTIVE_STATES } from "@/lib/deployments/machine";
import { deployments } from "@/lib/deployments/table";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { type AutomaticUpdates, projects } from "@/lib/projects/table";
import { applyUpdate } from "../apply";
import type { UpdateTarget } from "../compare/compare";
import { runsAlike } from "../compare/runs-alike";
import { proposedUpdate } from "../proposed-update";
import { updateRounds } from "../table";
import { isOpen } from "./window";

/**
 * Begins the updates that people have asked to come by themselves, in windows that are open now. One at a time in an
 * organization: what goes wrong goes wrong once, and the machine carries one change. A version that was taken back is
 * not tried again.
 * @returns the deployments that were begun
 */
export async function updateByThemselves(now = new Date()): Promise<string[]> {
  const candidates = await candidatesAt(now);
  const begun: string[] = [];
  for (const of of Map.groupBy(candidates, ({ organizationId }) => organizationId).values()) {
    for (const candidate of of) {
      const { deploymentId, held } = await attempt(candidate);
      await tellHeld(candidate, held);
      if (!deploymentId) continue;
      begun.push(deploymentId);
      break;
    }
  }
  return begun;
}

type Candidate = Pick<ProjectRecord, "id" | "organizationId"> & { automaticUpdates: AutomaticUpdates };

async function candidatesAt(now: Date): Promise<Candidate[]> {
  const { id, organizationId, automaticUpdates } = projects;
  const underWay = db()
    .select({ one: sql`1` })
    .from(deployments)
    .where(
      and(
        eq(deployments.organizationId, organizationId),
        inArray(deployments.state, ["queued", ...ACTIVE_STATES]),
      ),
    );
  const round = db()
    .select({ one: sql`1` })
    .from(updateRounds)
    .where(and(eq(updateRounds.organizationId, organizationId), eq(updateRounds.state, "running")));
  const wanted = and(isNotNull(automaticUpdates), isNotNull(projects.installedAt));
  const free = and(
    isNull(projects.pinnedAt),
    isNull(projects.stoppedAt),
    not(exists(underWay)),
    not(exists(round)),
  );
  const rows = await db()
    .select({ id, organizationId, automaticUpdates })
    .from(projects)
    .where(and(wanted, free))
    .orderBy(asc(id));
  return rows.flatMap(({ automaticUpdates: automatic, ...row }) =>
    automatic && isOpen(automatic.window, now) ? [{ ...row, automaticUpdates: automatic }] : [],
  );
}

type Attempt = { deploymentId?: string; held?: string };

const GONE =
  "Whoever switched automatic updates on may not change this project any more. Somebody who may has to switch them on again.";

async function attempt({ id: projectId, organizationId, automaticUpdates }: Candidate): Promise<Attempt> {
  const { target } = (await proposedUpdate(projectId)) ?? {};
  if (!target) return {};
  const tried = await triedBefore(projectId, target);
  if (tried) {
    return {
      held: `Deployment ${tried} tried this version and was taken back. It is not tried again by itself.`,
    };
  }
  const caller = await standingCaller("Automatic updates", { organizationId, userId: automaticUpdates.by });
  if (!caller) return { held: GONE };
  try {
    return { deploymentId: (await applyUpdate(caller, { projectId })).deployment_id };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "PROJECT_BUSY" || error.code === "NOTHING_TO_UPDATE") return {};
    return { held: error.code === "NOT_FOUND" || error.code === "FORBIDDEN" ? GONE : error.message };
  }
}

/** @returns the number of the deployment that ran the same and did not work, after the one that serves */
async function triedBefore(projectId: string, target: UpdateTarget): Promise<number | undefined> {
  const { number, state, change } = deployments;
  const [last] = await db()
    .select({ number, state, change })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), inArray(state, ["ready", "failed", "rolled_back"])))
    .orderBy(desc(number))
    .limit(1);
  if (!last?.change || last.state === "ready") return undefined;
  const isSame =
    runsAlike(last.change.definition, target.definition) &&
    isDeepStrictEqual(last.change.digests ?? {}, target.digests);
  return isSame ? last.number : undefined;
}

/** Why it was not updated, for the list; what people change meanwhile stays theirs. */
async function tellHeld({ id, automaticUpdates }: Candidate, held: string | undefined): Promise<void> {
  if (automaticUpdates.held === held) return;
  const { held: _before, ...wish } = automaticUpdates;
  await db()
    .update(projects)
    .set({ automaticUpdates: held ? { ...wish, held } : wish })
    .where(
      and(
        eq(projects.id, id),
        sql`${projects.automaticUpdates} = ${JSON.stringify(automaticUpdates)}::jsonb`,
      ),
    );
}
