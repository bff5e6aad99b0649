"use server";

import { redirect } from "next/navigation";
import { installApp } from "@/lib/apps";
import type { InstallInput } from "@/lib/apps/schema";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { patchProject } from "@/lib/projects";

/** Keeps what was typed so far: in the draft that there is, else in a new one. */
export async function saveDraftAction(projectId: string | null, input: InstallInput) {
  const result = await answer(async () => {
    const caller = await callerFromCookies();
    if (projectId === null) return (await installApp(caller, { ...input, deploy: false })).projectId;
    const { name, settings, endpoints, connections } = input;
    await patchProject(caller, { projectId, name, settings, endpoints, connections });
    return projectId;
  });
  return result.ok ? { ok: true as const, projectId: result.value } : result;
}

/** Installs what the draft of this name holds, and goes on to its deployment. */
export async function installAction(input: InstallInput) {
  const result = await answer(async () => installApp(await callerFromCookies(), { ...input, deploy: true }));
  if (!result.ok) return result;
  redirect(`/deployments/${result.value.deploymentId}`);
}
