import type { Caller } from "./caller";
import { allows, type Level, type Permission, type ResourceType } from "./permissions";
import { Refusal } from "./refusal";

/** The resource an operation works on, with the organization it really belongs to. */
export type Resource = { type: ResourceType; id: string; organizationId: string };

const NOT_THEMSELVES =
  "A scoped token or an AI client cannot manage credentials. Sign in, or use a token without a list of grants.";

/**
 * The one permission check.
 * @param resource what the operation works on; undefined when it does not exist
 * @param beyondReading whether it changes something or shows secrets
 * @throws Refusal NOT_FOUND when the caller may not even read it, FORBIDDEN when it may read but not this,
 * UNAUTHORIZED when nobody is signed in, TOKEN_READ_ONLY when a read-only credential would do more than read,
 * PROPOSAL_NEEDED when a client that may only propose would
 */
export function authorize(
  caller: Caller,
  permission: Permission,
  resource: Resource | undefined,
  beyondReading: boolean,
): void {
  if (permission === "public") return;
  if (caller.kind === "anonymous") throw new Refusal("UNAUTHORIZED");
  if (beyondReading && caller.readOnly) throw new Refusal("TOKEN_READ_ONLY");
  if (beyondReading && caller.propose) throw new Refusal("PROPOSAL_NEEDED");
  if (permission === "member") return;
  if (permission === "account") {
    if (caller.narrowed || caller.kind === "mcp") throw new Refusal("FORBIDDEN", { message: NOT_THEMSELVES });
    return;
  }
  if (permission === "instance") {
    if (!caller.instanceAdmin)
      throw new Refusal("FORBIDDEN", { message: "Only the admin of this instance can do this." });
    return;
  }
  if (permission === "project:create" || permission === "project:scan") {
    const everyProject = { type: "project" as const, id: "*", organizationId: caller.organizationId };
    if (!allows(caller.grants, everyProject, "write")) throw new Refusal("FORBIDDEN");
    return;
  }
  const level = permission.slice(permission.indexOf(":") + 1) as Level;
  if (!resource || !allows(caller.grants, resource, "read")) throw new Refusal("NOT_FOUND");
  if (!allows(caller.grants, resource, level)) throw new Refusal("FORBIDDEN");
}
