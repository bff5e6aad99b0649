import { sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import type { Grant } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import { grants } from "@/lib/access/table";
import { clientAddressHeader } from "../peer";
import { members, users } from "../table";

/**
 * What every proof of identity selects of its person, joined to `users` or from it. Named by hand: without a join the
 * query builder leaves the table's name out, and `id` would be the member's.
 */
export const PERSON = {
  userId: users.id,
  name: users.name,
  email: users.email,
  instanceAdmin: users.instanceAdmin,
  organizations: sql<
    string[] | null
  >`(SELECT array_agg(m.organization_id ORDER BY m.created_at) FROM ${members} m WHERE m.user_id = ${users}.id)`,
  grants: sql<
    Grant[] | null
  >`(SELECT json_agg(json_build_object('organizationId', g.organization_id, 'resourceType', g.resource_type, 'resourceId', g.resource_id, 'permission', g.permission)) FROM ${grants} g WHERE g.user_id = ${users}.id)`,
};

export type Person = Pick<Caller, "userId" | "name" | "email" | "instanceAdmin"> & {
  organizations: string[] | null;
  grants: Grant[] | null;
};

/**
 * The caller who is this person, with all that they hold.
 * @param active the organization chosen before, when they still belong to it
 * @throws Refusal NOT_FOUND when X-Organization-Id names an organization that is not theirs
 */
export function callerAs(
  row: Person,
  kind: "session" | "loopback",
  headers: Headers,
  active: string | null,
): Caller {
  const organizations = row.organizations ?? [];
  const wanted = headers.get("x-organization-id");
  // An organization that the person left, or never was in, is not theirs to choose.
  const organizationId =
    [wanted, active].find((id) => id && organizations.includes(id)) ?? organizations[0] ?? "";
  if (wanted && organizationId !== wanted) throw new Refusal("NOT_FOUND");
  return {
    kind,
    userId: row.userId,
    name: row.name,
    email: row.email,
    organizationId,
    instanceAdmin: row.instanceAdmin,
    readOnly: false,
    credential: null,
    narrowed: false,
    propose: false,
    address: addressOf(headers),
    grants: (row.grants ?? []).filter((grant) => organizations.includes(grant.organizationId)),
  };
}

/** The network address a request came from, as the kernel or a trusted proxy tells it. */
export function addressOf(headers: Headers): string {
  return headers.get(clientAddressHeader()) ?? "";
}
