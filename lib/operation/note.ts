import type { Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { recordAudit, recordRefusal } from "@/lib/audit/record";

type Call = { operation: string; resource: Resource | undefined; input: unknown };

/** Writes down that a change was made. @throws Refusal AUDIT_UNAVAILABLE */
export async function noteDone(caller: Caller, { operation, resource, input }: Call, result: unknown) {
  const resourceId = idOf(resource, result, input);
  await recordAudit(at(caller, resource), { operation, resourceId, outcome: "done" });
}

/** Writes down that a call was refused, or that a change failed and may be half made. */
export async function noteFailed(caller: Caller, { operation, resource, input }: Call, error: unknown) {
  const outcome = error instanceof Refusal ? error.code : "INTERNAL";
  // It was made, and that this could not be written down is in the server's log.
  if (outcome === "AUDIT_UNAVAILABLE") return;
  // Who may not know that something is there leaves no trace in its organization's log, but in their own.
  const where = outcome === "NOT_FOUND" ? caller : at(caller, resource);
  await recordRefusal(where, { operation, resourceId: idOf(resource, undefined, input), outcome });
}

/** A change belongs into the log of the organization that it was made in, whichever one the caller has open. */
function at(caller: Caller, resource: Resource | undefined): Caller {
  return resource ? { ...caller, organizationId: resource.organizationId } : caller;
}

// What our ids look like, those of apps included; anything else that somebody sent is not written down.
const ID = /^[\w-]{1,64}$/;

/** What a call was about: the one resource, else what it made, else what its input names. */
function idOf(resource: Resource | undefined, result: unknown, input: unknown): string | undefined {
  if (resource && resource.type !== "organization" && resource.id !== "*") return resource.id;
  const made = Object.entries((result ?? {}) as object).find(([key]) => key === "id" || key === "projectId");
  const named = Object.entries((input ?? {}) as object).find(([key]) => /^\w+Id$/.test(key));
  const id = [made, named]
    .map((entry) => entry?.[1])
    .find((value) => typeof value === "string" && ID.test(value));
  return (id as string | undefined) ?? resource?.id;
}
