import type { Caller } from "./caller";
import { allows, includes, type Level, type Permission } from "./permissions";

/**
 * Whether there can be anything on which this caller is allowed this: what it could never do need not be offered.
 * No check: `authorize` is, on the one resource that a call names.
 */
export function couldAllow(
  caller: Caller,
  { permission, mutates }: { permission: Permission; mutates: boolean },
): boolean {
  if (permission === "public") return true;
  if (caller.kind === "anonymous" || (mutates && caller.readOnly)) return false;
  if (permission === "member") return true;
  if (permission === "account") return !caller.narrowed && caller.kind !== "mcp";
  if (permission === "instance") return caller.instanceAdmin;
  if (permission === "project:create" || permission === "project:scan") {
    const everyProject = { type: "project" as const, id: "*", organizationId: caller.organizationId };
    return allows(caller.grants, everyProject, "write");
  }
  const [type, level] = permission.split(":") as [string, Level];
  return caller.grants.some(
    (grant) =>
      (grant.resourceType === "organization" || grant.resourceType === type) &&
      includes(grant.permission, level),
  );
}
