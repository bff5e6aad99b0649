import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Issue, Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { measureCapacity } from "../fit";
import { onProject, type ProjectRecord, projectRecord } from "../on-project";
import { undeployedChanges } from "../plan/undeployed";
import { ProjectId } from "../schema";
import { projects } from "../table";
import { type Resources, resourcesOf } from "./profiles";
import { GivenResources, ProjectResources } from "./schema";

type Capacity = ProjectResources["capacity"];

export const showResources = operation({
  id: "projects.showResources",
  rest: "GET /api/projects/{projectId}/resources",
  summary: "Show the limits of every service, and what the machine has.",
  mcp: {
    title: "Show a project's limits",
    about: "The memory and processor limits of every service, and what the machine has.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: ProjectResources,
  run: async (_caller, { projectId }) => toAnswer(await projectRecord(projectId), await measureCapacity()),
});

export const changeResources = operation({
  id: "projects.changeResources",
  rest: "PATCH /api/projects/{projectId}/resources",
  summary:
    "Limit what services may use, all or none; null removes a limit. It takes effect with the next deployment.",
  mcp: {
    title: "Limit what a project may use",
    about:
      "Sets memory and processor limits of services, all or none; null removes one. They take effect with the next deployment.",
    destructive: true,
    idempotent: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId, resources: GivenResources }),
  output: ProjectResources,
  async run(_caller, { projectId, resources: given }) {
    const capacity = await measureCapacity();
    const project = await db().transaction(async (tx) => {
      const before = await projectRecord(projectId, tx, { lock: true });
      const issues = wrongResources(before.definition, given, capacity);
      if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
      const resources = changedResources(before.resources, given);
      await tx.update(projects).set({ resources, updatedAt: new Date() }).where(eq(projects.id, projectId));
      return { ...before, resources };
    });
    return await toAnswer(project, capacity);
  },
});

/** The settings with what is given on top. A service somebody said something about has an entry from then on. */
export function changedResources(saved: Resources, given: GivenResources): ProjectRecord["resources"] {
  const changed = Object.entries(given).map(([service, figures]) => {
    const next = Object.entries({ ...resourcesOf(saved, service), ...figures });
    return [service, Object.fromEntries(next.filter(([, figure]) => typeof figure === "number"))];
  });
  return { ...saved, ...Object.fromEntries(changed) };
}

/** What is wrong with limits: services that are none, and figures that no container of this machine could be given. */
export function wrongResources(
  { services }: Pick<AppDefinition, "services">,
  given: GivenResources,
  capacity: Capacity,
): Issue[] {
  return Object.entries(given).flatMap(([service, { cpuCores, memoryMb }]) => {
    if (!services.some(({ name }) => name === service))
      return [{ path: `resources.${service}`, message: `There is no service named “${service}”.` }];
    return [
      ...above(`resources.${service}.cpuCores`, cpuCores, capacity.cpuCores, "vCPU"),
      ...above(`resources.${service}.memoryMb`, memoryMb, capacity.memoryMb, "MB"),
    ];
  });
}

function above(path: string, figure: number | null | undefined, most: number | null, unit: string): Issue[] {
  if (typeof figure !== "number" || most === null || figure <= most) return [];
  const message = `This machine has ${most} ${unit}. Write at most that, or leave it empty for no limit.`;
  return [{ path, message }];
}

async function toAnswer({ id, definition, resources }: ProjectRecord, capacity: Capacity) {
  return {
    data: definition.services.map(({ name, resources: profile }) => {
      const { cpuCores = null, memoryMb = null, diskMb = null } = resourcesOf(resources, name);
      return { service: name, cpuCores, memoryMb, diskMb, profile: profile ?? null };
    }),
    capacity,
    needsRedeploy: (await undeployedChanges(id)).some(({ kind }) => kind === "limit"),
  };
}
