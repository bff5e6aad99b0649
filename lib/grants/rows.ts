import type { Narrowing } from "@/lib/access/narrow";
import { includes, LEVELS } from "@/lib/access/permissions";
import type { GivenGrant } from "./schema";

/** A grant as tables keep it: the one permission that includes the others. */
export type GrantRow = NonNullable<Narrowing>[number];

/** A grant for a table. The organization is always meant as a whole, under whatever id. */
export function toRow({ resourceType, resourceId, permissions }: GivenGrant): GrantRow {
  const permission = LEVELS.findLast((level) => permissions.includes(level)) ?? "read";
  return { resourceType, resourceId: resourceType === "organization" ? "*" : resourceId, permission };
}

/** A grant of a table as answers write it. */
export function toGiven({ resourceType, resourceId, permission }: GrantRow): GivenGrant {
  return {
    resourceType,
    resourceId,
    permissions: LEVELS.filter((level) => includes(permission, level)),
  };
}
