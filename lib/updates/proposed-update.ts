import { eq } from "drizzle-orm";
import { curatedApp } from "@/lib/apps/catalog";
import { storedApp } from "@/lib/apps/custom/stored";
import { projects } from "@/lib/projects/table";
import { type Comparison, compareProject, type Running, type UpdateTarget } from "./compare/compare";
import { type UpstreamDefinition, withImages } from "./compare/next-definition";
import { imagesOf, readFacts } from "./facts";
import { type RunningProject, runningProjects } from "./running-projects";
import { upstreamFinder } from "./upstream-definitions";

export type ProposedUpdate = {
  running: Running;
  upstream: UpstreamDefinition | undefined;
  comparison: Comparison;
  /** What the project would run after it, values of secrets included, so that they can be stored sealed. */
  target: UpdateTarget | null;
};

/**
 * The update that a project could take now, from what the last comparison has read. Whoever calls has been authorized.
 * @returns undefined while nothing was ever deployed with success
 */
export async function proposedUpdate(projectId: string): Promise<ProposedUpdate | undefined> {
  for await (const [found] of runningProjects(eq(projects.id, projectId))) {
    if (!found?.running) return undefined;
    const { appId, organizationId } = found.project;
    const upstream = await upstreamFinder()(appId, organizationId);
    const facts = await readFacts(organizationId, imagesOf(found, upstream));
    const comparison = compareProject(found.running, upstream, facts);
    return { running: found.running, upstream, comparison, target: await whole(found.project, comparison) };
  }
  return undefined;
}

/** The comparison leaves secrets out; whoever stores the target needs them. */
async function whole(
  { appId, organizationId }: RunningProject["project"],
  { target, kind }: Comparison,
): Promise<UpdateTarget | null> {
  if (!target || kind !== "catalog") return target;
  const app = curatedApp(appId) ?? (await storedApp(organizationId, appId));
  const images = new Map(target.definition.services.map((service) => [service.name, service.image]));
  return { ...target, definition: app ? withImages(app.definition, images) : target.definition };
}
