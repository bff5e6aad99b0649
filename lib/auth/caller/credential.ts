import type { Caller } from "@/lib/access/caller";
import { type Narrowing, narrow } from "@/lib/access/narrow";
import { Refusal } from "@/lib/access/refusal";
import { addressOf, type Person } from "./person";

/** A token or client that speaks for its person in one organization, as its row tells. */
export type Credential = {
  id: string;
  name: string;
  organizationId: string;
  readOnly: boolean;
  propose: boolean;
  narrowing: Narrowing;
};

/**
 * The caller for whom a credential speaks: its person, cut down to what both may do at this moment.
 * @returns undefined when the person does not belong to its organization any more
 * @throws Refusal TOKEN_ORG_SCOPE when X-Organization-Id names another organization
 */
export function callerBy(
  kind: "token" | "mcp",
  person: Person,
  { id, name, organizationId, readOnly, propose, narrowing }: Credential,
  headers: Headers,
): Caller | undefined {
  if (!person.organizations?.includes(organizationId)) return undefined;
  const wanted = headers.get("x-organization-id");
  if (wanted && wanted !== organizationId) throw new Refusal("TOKEN_ORG_SCOPE");
  const narrowed = narrowing !== null;
  return {
    kind,
    userId: person.userId,
    name: person.name,
    email: person.email,
    organizationId,
    instanceAdmin: kind === "token" && !narrowed && person.instanceAdmin,
    readOnly,
    credential: { id, name },
    narrowed,
    propose,
    address: addressOf(headers),
    grants: narrow(person.grants ?? [], organizationId, narrowing),
  };
}
