import type { Resource } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";

/** The log that is asked for: whoever administers the organization reads its own, an admin of the instance that one too. */
export function onLog({ of }: { of: "organization" | "instance" }, caller: Caller): Resource {
  const { organizationId, instanceAdmin } = caller;
  // The id of nothing: what one may not read is not found.
  if (of === "instance" && !instanceAdmin) return { type: "organization", id: "", organizationId: "" };
  return { type: "organization", id: organizationId, organizationId };
}
