import { and, eq, inArray } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows, LEVELS, type ResourceType } from "@/lib/access/permissions";
import { type Issue, Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import { THIS_SERVER } from "@/lib/servers";
import { type GrantRow, toRow } from "./rows";
import type { GivenGrant } from "./schema";

type Giver = Pick<Caller, "grants">;

/**
 * What somebody gives in an organization, to a token, a client or a member: each thing once, and never more than they
 * hold.
 * @param list as it was written; refusals name its places as `grants.<index>`
 * @returns the grants as tables keep them, in the same order
 * @throws Refusal GRANT_EXCEEDS_ACCESS for what they may not do themselves, whether or not it exists; VALIDATION_ERROR for
 * what is named twice, or does not exist although they hold all of its type
 */
export async function checkGrants(
  giver: Giver,
  list: readonly GivenGrant[],
  organizationId: string,
): Promise<GrantRow[]> {
  const rows = list.map(toRow);
  refuseIf(namedTwice(rows));
  // First: who holds nothing on an id is told so, and not whether there is such a thing.
  const above = notHeld(giver, rows, organizationId);
  if (above.length > 0) throw new Refusal("GRANT_EXCEEDS_ACCESS", { issues: above });
  refuseIf(await missing(list, organizationId));
  return rows;
}

function refuseIf(issues: Issue[]): void {
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}

function namedTwice(rows: readonly GrantRow[]): Issue[] {
  const seen = new Set<string>();
  return rows.flatMap(({ resourceType, resourceId }, at) => {
    const name = `${resourceType} ${resourceId}`;
    if (seen.has(name))
      return [{ path: `grants.${at}`, message: "This names the same as one before it. Name each once." }];
    seen.add(name);
    return [];
  });
}

/** Of what is named by its id, what the organization does not have. */
async function missing(list: readonly GivenGrant[], organizationId: string): Promise<Issue[]> {
  const known: Record<ResourceType, Set<string>> = {
    organization: new Set([organizationId]),
    project: await existingProjects(list, organizationId),
    server: new Set([THIS_SERVER]),
    repository: new Set(),
  };
  return list.flatMap(({ resourceType, resourceId }, at) =>
    resourceId === "*" || known[resourceType].has(resourceId)
      ? []
      : [{ path: `grants.${at}.resourceId`, message: "The organization has nothing of this id." }],
  );
}

async function existingProjects(list: readonly GivenGrant[], organizationId: string): Promise<Set<string>> {
  const ids = list.flatMap(({ resourceType, resourceId }) =>
    resourceType === "project" && resourceId !== "*" ? [resourceId] : [],
  );
  if (ids.length === 0) return new Set();
  const found = await db()
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), inArray(projects.id, ids)));
  return new Set(found.map(({ id }) => id));
}

function notHeld({ grants }: Giver, rows: readonly GrantRow[], organizationId: string): Issue[] {
  return rows.flatMap(({ resourceType: type, resourceId: id, permission }, at) => {
    if (allows(grants, { organizationId, type, id }, permission)) return [];
    const most = LEVELS.findLast((level) => allows(grants, { organizationId, type, id }, level));
    const message = most
      ? `You hold no more than ${most} on this yourself.`
      : id === "*"
        ? "You hold nothing on all of this type."
        : "You hold nothing on this.";
    return [{ path: `grants.${at}.permissions`, message }];
  });
}
