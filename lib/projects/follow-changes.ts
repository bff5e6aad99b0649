import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { subscription } from "@/lib/operation/define";
import { hearProjectChanges, type ProjectNotice } from "./running/changes";
import { ProjectChange } from "./schema";

export const followChanges = subscription({
  id: "projects.changes",
  rest: "GET /api/projects/changes",
  summary:
    "Hear which projects that the caller may read have changed, as they do: read those again. `projectId` null: all of them.",
  permission: "member",
  input: z.object({ lastEventId: z.string().optional() }),
  output: ProjectChange,
  run: (caller, _input, signal) => follow(caller, signal),
});

const ALL = "*";
// Many small changes, such as the steps of a deployment, are told as one.
const GATHER_MS = 700;

async function* follow(caller: Caller, signal: AbortSignal) {
  if (signal.aborted) return;
  const changed = new Set<string>();
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  const stopHearing = await hearProjectChanges((notice) => {
    if (notice && !mayRead(caller, notice)) return;
    changed.add(notice?.projectId ?? ALL);
    wake();
  });
  try {
    while (!signal.aborted) {
      if (changed.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        await pause(GATHER_MS, undefined, { signal }).catch(() => {});
      }
      const ids = changed.has(ALL) ? [ALL] : [...changed];
      changed.clear();
      for (const id of signal.aborted ? [] : ids)
        yield { event: "change", data: { projectId: id === ALL ? null : id } };
    }
  } finally {
    stopHearing();
  }
}

function mayRead(caller: Caller, { organizationId, projectId: id }: ProjectNotice): boolean {
  if (organizationId !== caller.organizationId) return false;
  return allows(caller.grants, { type: "project", id, organizationId }, "read");
}
