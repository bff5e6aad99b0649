import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { type Issue, Refusal } from "@/lib/access/refusal";
import { parseImage } from "@/lib/app-definition/images";
import type { AppDefinition, SettingGroup } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import type { Step } from "@/lib/deployments/schema";
import { deployments } from "@/lib/deployments/table";
import { operation } from "@/lib/operation/define";
import { onProject, type ProjectRecord, projectRecord } from "@/lib/projects/on-project";
import { planOf } from "@/lib/projects/plan/plan-of";
import type { ChangePlan } from "@/lib/projects/plan/schema";
import { ProjectId } from "@/lib/projects/schema";
import type { Running, UpdateTarget } from "./compare/compare";
import { UpdatePlan } from "./plan-schema";
import { proposedUpdate } from "./proposed-update";
import { releaseNotesOf } from "./release-notes";

export const planUpdate = operation({
  id: "updates.plan",
  rest: "GET /api/updates/{projectId}/plan",
  summary:
    "Tell what updating a project would do: from what to what by service, what changes around it, what must be answered first, and for how long it would be away. Touches nothing.",
  mcp: {
    title: "Plan an update",
    about:
      "What an update of the project would change, by service and digest, with variables, files and volumes, and the settings that must be answered first. Touches nothing. Run updates.scan before it for fresh facts.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: UpdatePlan,
  async run(caller, { projectId }) {
    const project = await projectRecord(projectId);
    const { running, upstream, comparison, target } = (await proposedUpdate(projectId)) ?? {};
    const thought = target ? await think(caller, project, target.definition) : NOTHING;
    const services = running ? publications(running, target) : [];
    return {
      ...{ projectId, name: project.name, kind: comparison?.kind ?? "catalog" },
      behind: comparison?.behind ?? false,
      ...{ current: comparison?.current ?? "", latest: comparison?.latest ?? "" },
      releaseNotes: releaseNotesOf(upstream?.definition.repository ?? project.definition.repository),
      checkedAt: comparison?.checkedAt?.toISOString() ?? null,
      ...(comparison?.reason && { reason: comparison.reason }),
      ...(comparison?.note && { note: comparison.note }),
      ...thought,
      services,
      volumes: keptVolumes(thought.change, services),
      pause: await lastPause(projectId),
    };
  },
});

type Thought = { change: ChangePlan | null; issues: Issue[]; questions: SettingGroup[] };
const NOTHING: Thought = { change: null, issues: [], questions: [] };

/** What cannot be thought through before something is answered says what that is. */
async function think(caller: Caller, project: ProjectRecord, definition: AppDefinition): Promise<Thought> {
  try {
    // As applying it does: what an installation would ask for must be answered.
    const change = await planOf(caller, project, { settings: {} }, definition);
    return { change, issues: change.issues, questions: questionsIn(definition, change.issues) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const issues = error.issues ?? [];
    return { change: null, issues, questions: questionsIn(definition, issues) };
  }
}

/** The fields of the form that issues such as `settings.web.TITLE` are about, in their groups. */
function questionsIn({ settings }: AppDefinition, issues: readonly Issue[]): SettingGroup[] {
  const paths = new Set(issues.map(({ path }) => path));
  return settings
    .map((group) => ({
      ...group,
      fields: group.fields.filter(({ service, key }) => paths.has(`settings.${service}.${key}`)),
    }))
    .filter(({ fields }) => fields.length > 0);
}

function publications(running: Running, target: UpdateTarget | null | undefined): UpdatePlan["services"] {
  const before = running.definition.services;
  const after = target?.definition.services ?? before;
  const names = [...new Set([...after, ...before].map(({ name }) => name))];
  return names.map((name) => {
    const [old, next] = [before, after].map((list) => list.find((service) => service.name === name));
    const ran = Object.hasOwn(running.images, name) ? (running.images[name]?.digest ?? null) : null;
    const from = old ? publication(old.image, ran) : null;
    const digest = target && Object.hasOwn(target.digests, name) ? target.digests[name] : undefined;
    const isSame = digest === undefined && old?.image === next?.image;
    const to = next ? publication(next.image, digest ?? (isSame ? ran : null)) : null;
    const change = !from ? "added" : !to ? "removed" : isSame ? "kept" : "updated";
    return { name, change, from, to };
  });
}

function publication(image = "", digest: string | null) {
  return { image, tag: parseImage(image)?.tag ?? null, digest };
}

function keptVolumes(change: ChangePlan | null, services: UpdatePlan["services"]): UpdatePlan["volumes"] {
  const updated = new Set(services.flatMap(({ name, change: how }) => (how === "updated" ? [name] : [])));
  const kept = change?.volumes.filter((volume) => volume.change === "kept") ?? [];
  return kept.map(({ name, service }) => ({ name, service, saved: updated.has(service) }));
}

/** From the old containers' stop to the new ones' health, as the last deployment that became ready took it. */
async function lastPause(projectId: string): Promise<UpdatePlan["pause"]> {
  const [last] = await db()
    .select({ number: deployments.number, steps: deployments.steps })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), eq(deployments.state, "ready")))
    .orderBy(desc(deployments.number))
    .limit(1);
  const stepOf = (name: Step["name"]) => last?.steps.find((step) => step.name === name);
  const [began, ended] = [stepOf("start")?.startedAt, stepOf("health")?.finishedAt];
  if (!last || !began || !ended) return null;
  return {
    seconds: Math.max(1, Math.round((Date.parse(ended) - Date.parse(began)) / 1000)),
    deployment: last.number,
  };
}
