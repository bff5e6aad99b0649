import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";

/** Whether the caller may have everything compared, as `updates.scan` decides it: a page offers no dead button. */
export function mayScan({ organizationId, grants, readOnly }: Caller): boolean {
  return !readOnly && allows(grants, { organizationId, type: "project", id: "*" }, "write");
}
