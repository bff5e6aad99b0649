import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { parseDefinition } from "@/lib/app-definition/parse";
import { installApp } from "@/lib/apps";
import { NOTES, NOTES_ANSWERS } from "@/lib/apps/testing";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { deployments } from "@/lib/deployments/table";
import { freezeProject } from "./freeze";
import { projects } from "./table";

/** A project that nobody deployed: a name in the organization, and an id to be granted. */
export async function givenDraft(
  { organizationId, userId }: Pick<Caller, "organizationId" | "userId">,
  { name = newId("draft") }: { name?: string } = {},
): Promise<{ id: string }> {
  const parsed = parseDefinition(NOTES);
  if (!parsed.ok) throw new Error("the test app is not valid");
  const [row] = await db()
    .insert(projects)
    .values({
      organizationId,
      name,
      slug: newId("slug"),
      appId: "notes",
      definition: parsed.definition,
      exposures: [],
      createdBy: userId,
    })
    .returning({ id: projects.id });
  if (!row) throw new Error("an insert returned no row");
  return row;
}

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
