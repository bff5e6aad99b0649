"use server";

import { redirect } from "next/navigation";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { applyUpdate } from "@/lib/updates";

/** Updates a project, and goes to the page of the deployment that does it. */
export async function applyAction(projectId: string) {
  const result = await answer(async () => applyUpdate(await callerFromCookies(), { projectId }));
  if (!result.ok) return result;
  redirect(`/deployments/${result.value.deployment_id}`);
}
