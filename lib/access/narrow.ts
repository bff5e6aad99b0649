import { type Grant, LEVELS } from "./permissions";

/** What a credential is cut down to: null is all that its person may do, a list is that and nothing else. */
export type Narrowing = readonly Omit<Grant, "organizationId">[] | null;

/**
 * What a credential of one organization may do now: what it was given, as far as its person still holds it. Asking
 * `allows` of the result is the same as asking it of both. Linear in the two lists.
 * @param held all grants of the person, in every organization
 */
export function narrow(held: readonly Grant[], organizationId: string, narrowing: Narrowing): Grant[] {
  const here = held.filter((grant) => grant.organizationId === organizationId);
  if (narrowing === null) return here;
  const given = narrowing.map((grant) => ({ ...grant, organizationId }));
  return [...cutDown(given, here), ...cutDown(here, given)];
}

/** Each of `grants` at the lower of its level and what `by` holds on all of it. */
function cutDown(grants: readonly Grant[], by: readonly Grant[]): Grant[] {
  const highest = new Map<string, number>();
  for (const grant of by) {
    const key = keyOf(grant.resourceType, grant.resourceId);
    highest.set(key, Math.max(highest.get(key) ?? -1, LEVELS.indexOf(grant.permission)));
  }
  return grants.flatMap((grant) => {
    const { resourceType, resourceId, permission } = grant;
    const covers = [keyOf("organization", "*"), keyOf(resourceType, "*"), keyOf(resourceType, resourceId)];
    const most = Math.max(...covers.map((key) => highest.get(key) ?? -1));
    const level = LEVELS[Math.min(most, LEVELS.indexOf(permission))];
    return level ? [{ ...grant, permission: level }] : [];
  });
}

// A grant on the organization covers everything in it, under whatever id it was written.
function keyOf(resourceType: Grant["resourceType"], resourceId: string): string {
  return resourceType === "organization" ? "organization *" : `${resourceType} ${resourceId}`;
}
