import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { givenProject } from "@/lib/projects/testing";
import { digestOf } from "@/lib/registry/testing";

/** An installed project whose images run under the digests that a stub of a registry publishes. */
export async function givenRunning(
  owner: Caller,
  input: Parameters<typeof givenProject>[1] = {},
): Promise<{ projectId: string; deploymentId: string }> {
  const project = await givenProject(owner, input);
  const [row] = await db().select().from(deployments).where(eq(deployments.id, project.deploymentId));
  if (!row?.snapshot) throw new Error("the test app was not frozen");
  const images = Object.fromEntries(
    row.snapshot.definition.services.map(({ name, image = "" }) => [
      name,
      { reference: image, digest: digestOf(image), id: digestOf(`id of ${image}`) },
    ]),
  );
  await db()
    .update(deployments)
    .set({ snapshot: { ...row.snapshot, images }, finishedAt: new Date() })
    .where(eq(deployments.id, project.deploymentId));
  return project;
}
