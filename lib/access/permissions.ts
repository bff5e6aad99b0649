/** What may be granted, and on what. Pure: the tables and the check read it. */
export const RESOURCE_TYPES = ["organization", "project", "server", "repository"] as const;
export const LEVELS = ["read", "write", "admin"] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];
export type Level = (typeof LEVELS)[number];
export type Role = "owner" | "admin" | "member" | "restricted";

/** A permission on resources of one organization; `resourceId` is an id, or `*` for all of that type. */
export type Grant = {
  organizationId: string;
  resourceType: ResourceType;
  resourceId: string;
  permission: Level;
};

/**
 * What an operation asks for.
 * `public`: nobody in particular. `member`: any principal of the organization, which then sees only what it may
 * read. `account`: the person, or a token that is not narrowed, on what is theirs alone. `project:create` and
 * `project:scan`: write on all projects. `instance`: the admin of the instance, whatever the grants.
 * Otherwise a level on the one resource that `on` names.
 */
export type Permission =
  | "public"
  | "member"
  | "account"
  | "instance"
  | "project:create"
  | "project:scan"
  | `${ResourceType}:${Level}`;

/** Whether holding `held` includes `asked`: read is part of write, write is part of admin. */
export function includes(held: Level, asked: Level): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(asked);
}

/** Whether the grants allow `level` on the resource. A grant on the organization covers everything in it. */
export function allows(
  grants: readonly Grant[],
  resource: { organizationId: string; type: ResourceType; id: string },
  level: Level,
): boolean {
  return grants.some(
    (grant) =>
      grant.organizationId === resource.organizationId &&
      (grant.resourceType === "organization" ||
        (grant.resourceType === resource.type &&
          (grant.resourceId === "*" || grant.resourceId === resource.id))) &&
      includes(grant.permission, level),
  );
}

const SEEDS: Record<Role, Pick<Grant, "resourceType" | "resourceId" | "permission">[]> = {
  owner: [{ resourceType: "organization", resourceId: "*", permission: "admin" }],
  admin: [{ resourceType: "organization", resourceId: "*", permission: "admin" }],
  member: [
    { resourceType: "project", resourceId: "*", permission: "write" },
    { resourceType: "server", resourceId: "*", permission: "read" },
    { resourceType: "repository", resourceId: "*", permission: "read" },
  ],
  restricted: [],
};

/** The grants a role label gives when a member joins or the label changes; afterwards only the grants count. */
export function seedGrants(role: Role) {
  return SEEDS[role];
}
