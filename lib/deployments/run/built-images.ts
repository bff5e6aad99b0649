import { and, desc, eq, or } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { EngineError } from "@/lib/engine/engine";
import { deployments } from "../table";
import { projectLabels, type Run } from "./context";

// So many versions, the newest among them, need no second build; an older one is built again from its snapshot.
const KEPT_DEPLOYMENTS = 3;

/** Removes built images that neither this deployment nor one of the last that became ready runs. */
export async function removeOldBuilds(run: Run): Promise<void> {
  const images = await run.engine.listImages(projectLabels(run));
  if (images.length === 0) return;
  const { id, projectId } = run.lease.row;
  const kept = await db()
    .select({ snapshot: deployments.snapshot })
    .from(deployments)
    .where(
      and(eq(deployments.projectId, projectId), or(eq(deployments.state, "ready"), eq(deployments.id, id))),
    )
    .orderBy(desc(deployments.number))
    .limit(KEPT_DEPLOYMENTS);
  const needed = new Set(
    kept.flatMap(({ snapshot }) => Object.values(snapshot?.images ?? {}).map((one) => one.id)),
  );
  for (const image of images) if (!needed.has(image.id)) await removeUnused(run, image.id);
}

/** Removes the images that a deployment has built which did not succeed. What it took over from another one stays. */
export async function removeOwnBuilds(run: Run): Promise<void> {
  for (const { tags } of await run.engine.listImages(projectLabels(run))) {
    for (const tag of tags.filter((name) => name.endsWith(`:${run.lease.row.id}`)))
      await removeUnused(run, tag);
  }
}

/** Somebody may have made a container of it by hand: then it stays. */
async function removeUnused({ engine }: Run, reference: string): Promise<void> {
  try {
    await engine.removeImage(reference);
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind === "unreachable") throw error;
  }
}
