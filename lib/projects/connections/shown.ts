import { and, inArray } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { inLocale } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import type { ProjectRecord } from "../on-project";
import { projects } from "../table";
import { openOrHide, readVariables } from "../variables/stored";
import { visibleProjects } from "../visible";
import type { UsedSource, UserProject } from "./schema";
import { everDeployed, whyNotReady } from "./source";
import { readConnections, readUsers } from "./stored";
import { wiringOf } from "./wiring";

/** What a project uses, requirement by requirement; projects that the caller may not see have no name. */
export async function usedSources(caller: Caller, project: ProjectRecord): Promise<UsedSource[]> {
  const { definition, id } = project;
  if (definition.requires.length === 0) return [];
  const [rows, connections] = await Promise.all([readVariables(id), readConnections(id)]);
  const { wires, issues } = await wiringOf(project, rows.map(openOrHide), connections);
  const sources = connections.flatMap(({ source }) => source ?? []);
  const [seen, deployed] = await Promise.all([
    visibleIds(caller, sources),
    everDeployed(sources.map((source) => source.id)),
  ]);
  return definition.requires.map((requirement): UsedSource => {
    const stored = connections.find(({ requirementId }) => requirementId === requirement.id);
    const source = stored?.source ?? undefined;
    const wire = wires.find((one) => one.requirement === requirement);
    const wrong = issues.find(({ path }) => path === `connections.${requirement.id}`)?.message;
    const problem = wrong ?? (source && whyNotReady(source, deployed.has(source.id)));
    return {
      requirementId: requirement.id,
      label: inLocale(requirement.label),
      optional: requirement.optional ?? false,
      mode: source ? (stored?.mode ?? null) : null,
      projectId: source?.id ?? null,
      project: source && seen.has(source.id) ? toShort(source) : null,
      problem: problem && source && !seen.has(source.id) ? UNSEEN : (problem ?? null),
      variables: [
        ...(wire?.variables ?? []).map(({ service, key }) => ({ service, key, typed: false })),
        ...(wire?.typed ?? []).map((place) => ({ ...place, typed: true })),
      ],
    };
  });
}

const UNSEEN =
  "The project that provides this cannot serve now, and you may not see it. Ask an admin of the organization.";

/** The projects that use this one; null for each that the caller may not see. */
export async function usersOf(caller: Caller, projectId: string): Promise<UserProject[]> {
  const users = await readUsers(projectId);
  const seen = await visibleIds(caller, users);
  return users.map((user) => (seen.has(user.id) ? toShort(user) : null));
}

async function visibleIds(caller: Caller, among: readonly ProjectRecord[]): Promise<Set<string>> {
  if (among.length === 0) return new Set();
  const ids = among.map(({ id }) => id);
  const rows = await db()
    .select({ id: projects.id })
    .from(projects)
    .where(and(visibleProjects(caller), inArray(projects.id, ids)));
  return new Set(rows.map(({ id }) => id));
}

function toShort({ id, name, definition }: ProjectRecord) {
  return { id, name, logo: definition.logo };
}
