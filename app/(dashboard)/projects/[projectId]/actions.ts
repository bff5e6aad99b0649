"use server";

import { redirect } from "next/navigation";
import type { ExposureChoice, SettingAnswers } from "@/lib/apps/schema";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { deployProject } from "@/lib/deployments";
import { answer } from "@/lib/http/answer";
import {
  changeResources,
  changeSettings,
  deleteProject,
  patchProject,
  repairProject,
  replaceEnv,
} from "@/lib/projects";
import type { ConnectionChoice } from "@/lib/projects/connections/schema";
import type { GivenResources } from "@/lib/projects/resources/schema";
import type { UpdateWindow } from "@/lib/projects/schema";

/** Deploys the project as it is set up now, and goes to that deployment. */
export async function redeployAction(projectId: string) {
  return deployAndFollow(projectId, "manual");
}

/** Saves settings; with `redeploy`, deploys them too and goes there. */
export async function changeSettingsAction(projectId: string, settings: SettingAnswers, redeploy: boolean) {
  const saved = await answer(async () => changeSettings(await callerFromCookies(), { projectId, settings }));
  if (!saved.ok) return saved;
  return redeploy ? deployAndFollow(projectId, "settings") : { ok: true as const };
}

type Variable = { service: string; key: string; value?: string; secret?: boolean };

/** Saves variables; with `redeploy`, deploys them too and goes there. */
export async function replaceEnvAction(projectId: string, env: Variable[], redeploy: boolean) {
  const saved = await answer(async () => replaceEnv(await callerFromCookies(), { projectId, env }));
  if (!saved.ok) return saved;
  return redeploy ? deployAndFollow(projectId, "settings") : { ok: true as const };
}

/** Saves how the endpoints are reached; with `redeploy`, deploys that too and goes there. */
export async function changeExposureAction(
  projectId: string,
  endpoints: ExposureChoice[],
  redeploy: boolean,
) {
  const saved = await answer(async () => patchProject(await callerFromCookies(), { projectId, endpoints }));
  if (!saved.ok) return saved;
  return redeploy ? deployAndFollow(projectId, "settings") : { ok: true as const };
}

/** Saves whether the project stays on its version, or is updated by itself. */
export async function changeUpdatesAction(
  projectId: string,
  policy: { pinned?: boolean; updateWindow?: UpdateWindow | null },
) {
  const saved = await answer(async () => patchProject(await callerFromCookies(), { projectId, ...policy }));
  return saved.ok ? { ok: true as const } : saved;
}

/** Saves what the project is connected to. */
export async function reconnectAction(projectId: string, connections: ConnectionChoice[]) {
  const saved = await answer(async () => patchProject(await callerFromCookies(), { projectId, connections }));
  return saved.ok ? { ok: true as const } : saved;
}

/** Saves limits; with `redeploy`, deploys them too and goes there. */
export async function changeResourcesAction(projectId: string, resources: GivenResources, redeploy: boolean) {
  const saved = await answer(async () =>
    changeResources(await callerFromCookies(), { projectId, resources }),
  );
  if (!saved.ok) return saved;
  return redeploy ? deployAndFollow(projectId, "settings") : { ok: true as const };
}

/** Puts right what somebody changed by hand on the engine. */
export async function repairAction(projectId: string) {
  const result = await answer(async () => repairProject(await callerFromCookies(), { projectId }));
  return result.ok ? { ok: true as const } : result;
}

/** Uninstalls; only the volumes named are deleted with it. */
export async function uninstallAction(projectId: string, deleteVolumes: string[], disconnect: boolean) {
  const result = await answer(async () =>
    deleteProject(await callerFromCookies(), { projectId, deleteVolumes, disconnect }),
  );
  return result.ok ? { ok: true as const, keptVolumes: result.value.keptVolumes } : result;
}

async function deployAndFollow(projectId: string, trigger: "manual" | "settings") {
  const queued = await answer(async () => deployProject(await callerFromCookies(), { projectId, trigger }));
  if (!queued.ok) return queued;
  redirect(`/deployments/${queued.value.deploymentId}`);
}
