import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { db } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import { givenQueued, givenProject as givenStored, untilEnded } from "@/lib/deployments/testing";
import type { Engine } from "@/lib/engine/engine";
import { projects } from "@/lib/projects/table";
import { givenProject } from "@/lib/projects/testing";
import { digestOf } from "@/lib/registry/testing";
import { writeFact } from "./facts";

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

/** Limits of a worker that carries many updates in one test. */
export const QUICK = { healthPollMs: 10, settleMs: 30, watchMs: 60 };

/** An installed project that runs `example/NAME:1.0.0`, and of which the registry has told that 1.1.0 is newer. */
export async function givenBehind(owner: Caller, engine: Engine, name: string) {
  const image = `docker.io/example/${name}`;
  const project = await givenStored(owner, [{ name: "web", image: `${image}:1.0.0` }]);
  await untilEnded(await givenQueued(owner, project.id));
  const untold = { signal: AbortSignal.timeout(5_000), onProgress() {} };
  const { digest = null } = await engine.pullImage(`${image}:1.1.0`, untold);
  await engine.removeImage(`${image}:1.1.0`);
  const place = { repository: image, credentialId: null, checkedAt: new Date() };
  await writeFact({ ...place, tag: "1.0.0", newerTag: "1.1.0", newerDigest: digest });
  await writeFact({ ...place, tag: "1.1.0", digest, newerTag: null, newerDigest: null });
  await db().update(projects).set({ name }).where(eq(projects.id, project.id));
  return project.id;
}
