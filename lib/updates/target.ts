import { eq } from "drizzle-orm";
import { curatedApp } from "@/lib/apps/catalog";
import { storedApp } from "@/lib/apps/custom/stored";
import { projects } from "@/lib/projects/table";
import { compareProject, type UpdateTarget } from "./compare/compare";
import { withImages } from "./compare/next-definition";
import { imagesOf, readFacts } from "./facts";
import { runningProjects } from "./running-projects";
import { upstreamFinder } from "./upstream-definitions";

/**
 * What a project would run after its update, values of secrets included, so that they can be stored sealed.
 * @returns the target, or in words why there is none
 */
export async function updateTarget(projectId: string): Promise<UpdateTarget | { reason: string }> {
  for await (const [found] of runningProjects(eq(projects.id, projectId))) {
    if (!found?.running) break;
    const { appId, organizationId, name } = found.project;
    const upstream = await upstreamFinder()(appId, organizationId);
    const facts = await readFacts(organizationId, imagesOf(found, upstream));
    const { target, kind, reason, note } = compareProject(found.running, upstream, facts);
    if (!target) return { reason: reason ?? note ?? `${name} runs the newest version that is known.` };
    if (kind !== "catalog") return target;
    // The comparison leaves secrets out; here they are needed.
    const app = curatedApp(appId) ?? (await storedApp(organizationId, appId));
    const images = new Map(target.definition.services.map((service) => [service.name, service.image]));
    return { ...target, definition: app ? withImages(app.definition, images) : target.definition };
  }
  return { reason: "It has not been deployed yet." };
}
