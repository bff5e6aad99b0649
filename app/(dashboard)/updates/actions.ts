"use server";

import { redirect } from "next/navigation";
import type { SettingAnswers } from "@/lib/apps/schema";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { applyAllUpdates, applyUpdate, stopUpdateRound } from "@/lib/updates";

/** Updates a project, and goes to the page of the deployment that does it. */
export async function applyAction(projectId: string, settings?: SettingAnswers) {
  const result = await answer(async () => applyUpdate(await callerFromCookies(), { projectId, settings }));
  if (!result.ok) return result;
  redirect(`/deployments/${result.value.deployment_id}`);
}

/** Begins a round: these projects, one after the other. */
export async function applyAllAction(projectIds: string[], goOn: boolean) {
  const result = await answer(async () => applyAllUpdates(await callerFromCookies(), { projectIds, goOn }));
  return result.ok ? { ok: true as const } : result;
}

/** Ends the round under way. */
export async function stopRoundAction() {
  const result = await answer(async () => stopUpdateRound(await callerFromCookies(), {}));
  return result.ok ? { ok: true as const } : result;
}
