import { z } from "zod";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { measureFit } from "@/lib/projects/fit";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { withProfiles } from "@/lib/projects/resources/profiles";
import { ProjectId } from "@/lib/projects/schema";
import { findApp } from "./find";
import { AppId, HostFit } from "./schema";

export const showHostFit = operation({
  id: "apps.hostFit",
  rest: "GET /api/apps/catalog/{appId}/host-fit",
  summary: "Compare what an app, or a draft of it, needs with what this machine has.",
  mcp: {
    title: "Compare an app with the machine",
    about: "Tells what an app, or a draft of it, needs and whether this machine has it.",
  },
  permission: "member",
  input: z.object({ appId: AppId, projectId: ProjectId.optional(), serverId: z.string().max(64).optional() }),
  output: HostFit,
  async run(caller, { appId, projectId, serverId }) {
    const app = await findApp(caller, appId);
    // There is one server, this machine; no other id means anything yet.
    if (!app || serverId !== undefined) throw new Refusal("NOT_FOUND");
    const { definition, resources } = projectId
      ? await draftOf(caller, projectId, appId)
      : { definition: app.definition, resources: {} };
    return await measureFit(definition, withProfiles(resources, definition));
  },
});

async function draftOf(caller: Caller, projectId: string, appId: string) {
  authorize(caller, "project:read", await onProject({ projectId }), false);
  const project = await projectRecord(projectId);
  if (project.appId !== appId) throw new Refusal("NOT_FOUND");
  return project;
}
