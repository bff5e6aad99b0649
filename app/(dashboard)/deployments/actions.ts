"use server";

import { redirect } from "next/navigation";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { cancelDeployment, deployProject, rollBackDeployment } from "@/lib/deployments";
import { answer } from "@/lib/http/answer";

export async function cancelAction(deploymentId: string) {
  const result = await answer(async () => cancelDeployment(await callerFromCookies(), { deploymentId }));
  return result.ok ? { ok: true as const } : result;
}

/** Deploys the project again as it is set up now, and goes there. */
export async function retryAction(projectId: string) {
  const result = await answer(async () =>
    deployProject(await callerFromCookies(), { projectId, trigger: "retry" }),
  );
  if (!result.ok) return result;
  redirect(`/deployments/${result.value.deploymentId}`);
}

/** Goes back to an earlier deployment, and to the page of the one that does it. */
export async function rollBackAction(deploymentId: string, restoreData: boolean) {
  const result = await answer(async () =>
    rollBackDeployment(await callerFromCookies(), { deploymentId, restoreData }),
  );
  if (!result.ok) return result;
  redirect(`/deployments/${result.value.deploymentId}`);
}
