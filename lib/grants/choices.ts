import { asc, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows, LEVELS, type ResourceType } from "@/lib/access/permissions";
import { db } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import { visibleProjects } from "@/lib/projects/visible";
import { engineStatus, THIS_SERVER } from "@/lib/servers";
import type { GrantChoice } from "./schema";

/**
 * What the caller can see in their organization and may give, each with the most of it: the whole organization, all of
 * a type, then projects by name and this machine's server. What they may not even read is not among it.
 */
export async function grantChoices(caller: Caller): Promise<GrantChoice[]> {
  const [rows, status] = await Promise.all([
    db()
      .select({ id: projects.id, name: projects.name, logo: sql<string>`${projects.definition}->>'logo'` })
      .from(projects)
      .where(visibleProjects(caller))
      .orderBy(asc(sql`lower(${projects.name})`), asc(projects.id)),
    engineStatus(),
  ]);
  const server = status.state === "ready" ? status.info.hostname : "This machine";
  const all: Omit<GrantChoice, "most">[] = [
    { type: "organization", id: "*", name: "The whole organization" },
    { type: "project", id: "*", name: "All projects" },
    ...rows.map((project) => ({ type: "project" as const, ...project })),
    { type: "server", id: "*", name: "All servers" },
    { type: "server", id: THIS_SERVER, name: server },
    { type: "repository", id: "*", name: "All repositories" },
  ];
  return all.flatMap((choice) => {
    const most = mostOf(caller, choice.type, choice.id);
    return most ? [{ ...choice, most }] : [];
  });
}

function mostOf({ grants, organizationId }: Caller, type: ResourceType, id: string) {
  return LEVELS.findLast((level) => allows(grants, { organizationId, type, id }, level));
}
