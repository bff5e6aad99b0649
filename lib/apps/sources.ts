import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { bundleFor } from "@/lib/projects/connections/bundle";
import { sourceChoices } from "@/lib/projects/connections/candidates";
import { SourceChoices } from "@/lib/projects/connections/schema";
import { ProjectId } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { visibleProjects } from "@/lib/projects/visible";
import { curatedApps } from "./catalog";
import { installableApp, whyNotInstallable } from "./installable";
import { AppId } from "./schema";

export const listSources = operation({
  id: "apps.listSources",
  rest: "GET /api/apps/catalog/{appId}/sources",
  summary:
    "For each requirement of an app, list the projects that could meet it, how, and why some cannot; and the apps that would.",
  mcp: {
    title: "List what an app can connect to",
    about: "The projects that an app's requirements could be connected to.",
  },
  permission: "member",
  input: z.object({
    appId: AppId,
    projectId: ProjectId.optional().meta({ description: "The installed project or draft to connect." }),
  }),
  output: z.object({ data: z.array(SourceChoices) }),
  async run(caller, { appId, projectId }) {
    const visible = and(visibleProjects(caller), eq(projects.id, projectId ?? ""));
    const [project] = projectId ? await db().select().from(projects).where(visible) : [];
    if (projectId && !project) throw new Refusal("NOT_FOUND");
    const choices = await sourceChoices(
      caller,
      project ?? { definition: await installableApp(caller, appId) },
    );
    return { data: choices.map((choice) => ({ ...choice, apps: providers(choice.category) })) };
  },
});

/** Apps that can be installed to meet a requirement; none are named for one that takes anything. */
function providers(category: string | null) {
  if (category === null) return [];
  return curatedApps().flatMap((app) => {
    const { id: appId, name, logo, unlisted } = app.definition;
    if (unlisted || whyNotInstallable(app) || !bundleFor(app.definition, { category })) return [];
    return [{ appId, name, logo }];
  });
}
