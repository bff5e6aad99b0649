import { desc } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { inLocale } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import type { ProjectRecord } from "../on-project";
import { projects } from "../table";
import { visibleProjects } from "../visible";
import { bundleFor } from "./bundle";
import { offerOf } from "./choose";
import type { SourceChoices } from "./schema";
import { everDeployed, whyNotReady } from "./source";

/** For each requirement of an app, the projects that could meet it, as the caller may see them: first those that can now. */
export async function sourceChoices(
  caller: Caller,
  user: Pick<ProjectRecord, "definition"> & { id?: string },
): Promise<Omit<SourceChoices, "apps">[]> {
  const { requires } = user.definition;
  if (requires.length === 0) return [];
  const rows = await db()
    .select()
    .from(projects)
    .where(visibleProjects(caller))
    .orderBy(desc(projects.createdAt));
  const others = rows.filter(({ id }) => id !== user.id);
  const deployed = await everDeployed(others.map(({ id }) => id));
  return await Promise.all(
    requires.map(async (requirement) => ({
      requirementId: requirement.id,
      label: inLocale(requirement.label),
      category: requirement.category ?? null,
      envKey: requirement.envKey,
      optional: requirement.optional ?? false,
      candidates: (
        await Promise.all(
          others.flatMap((source) => {
            const bundle = bundleFor(source.definition, requirement);
            if (!bundle) return [];
            return [
              candidate(caller, user, requirement, { source, bundle, deployed: deployed.has(source.id) }),
            ];
          }),
        )
      ).sort((one, other) => Number(one.unavailable !== null) - Number(other.unavailable !== null)),
    })),
  );
}

async function candidate(
  caller: Caller,
  user: Pick<ProjectRecord, "definition">,
  requirement: ProjectRecord["definition"]["requires"][number],
  found: Parameters<typeof offerOf>[4] & { deployed: boolean },
) {
  const { source, deployed } = found;
  const ready = whyNotReady(source, deployed);
  const { id: projectId, name, appId, definition } = source;
  const about = { projectId, name, appId, appName: definition.name, logo: definition.logo };
  const { modes, defaultMode, keys, refused } = await offerOf(db(), caller, user, requirement, found);
  // One that was never deployed may lack values that its installation makes: that it is not deployed says enough.
  const unavailable = ready ?? refused ?? (modes.internal && modes.public ? modes.internal : null);
  return { ...about, keys, modes, defaultMode, unavailable };
}
