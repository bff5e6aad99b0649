import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { installApp } from "@/lib/apps";
import { NOTES_ANSWERS } from "@/lib/apps/testing";
import { db } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { freezeProject } from "./freeze";

/** An installed project of the test app, its first deployment said to be ready. */
export async function givenProject(
  owner: Caller,
  input: Partial<Parameters<typeof installApp>[1]> = {},
): Promise<{ projectId: string; deploymentId: string }> {
  const { projectId, deploymentId } = await installApp(owner, {
    appId: "notes",
    settings: NOTES_ANSWERS,
    ...input,
  });
  if (!deploymentId) throw new Error("the test app was not deployed");
  const snapshot = { ...(await freezeProject(projectId)), images: {} };
  await db().update(deployments).set({ state: "ready", snapshot }).where(eq(deployments.id, deploymentId));
  return { projectId, deploymentId };
}
