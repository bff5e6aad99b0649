import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ProjectId } from "@/lib/projects/schema";
import { wakeCarrier } from "../carry";
import { listUpdates } from "../list";
import { type RoundEntry, type UpdateEntry, UpdateRound } from "../schema";
import { updateRounds } from "../table";
import { mayOn, toRound } from "./row";

export const applyAllUpdates = operation({
  id: "updates.applyAll",
  rest: "POST /api/updates/apply",
  summary:
    "Update projects one after the other: those named, or every one that is behind and that the caller may change. Stops at the first that does not work, unless told to go on.",
  permission: "member",
  input: z.object({
    projectIds: z
      .array(ProjectId)
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: "In this order; every one that is behind when left out, by name." }),
    goOn: z
      .boolean()
      .default(false)
      .meta({ description: "Whether the others still come after one that was rolled back or failed." }),
  }),
  output: UpdateRound,
  status: 201,
  async run(caller, { projectIds, goOn }) {
    const { organizationId, userId: createdBy } = caller;
    const entries = await chooseEntries(caller, projectIds);
    const [row] = await db()
      .insert(updateRounds)
      .values({ organizationId, entries, goOn, createdBy })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new Refusal("UPDATE_ROUND_RUNNING");
    wakeCarrier();
    return toRound(caller, row);
  },
});

/** @throws Refusal NOT_FOUND and FORBIDDEN for a named project, NOTHING_TO_UPDATE when none is left */
async function chooseEntries(caller: Caller, wanted: string[] | undefined): Promise<RoundEntry[]> {
  const { data } = await listUpdates(caller, {});
  const found = new Map(data.map((entry) => [entry.projectId, entry]));
  const chosen = wanted
    ? [...new Set(wanted)].map((id) => named(caller, found.get(id)))
    : data.filter((entry) => entry.behind && !entry.pinned && mayOn(caller, "write", entry));
  if (chosen.length === 0) throw new Refusal("NOTHING_TO_UPDATE", { message: NONE });
  return chosen.map(({ projectId, name }) => ({
    ...{ projectId, name },
    ...{ state: "waiting", deploymentId: null, reason: null },
  }));
}

const NONE = "None of the projects that you may change is behind.";

function named(caller: Caller, entry: UpdateEntry | undefined): UpdateEntry {
  if (!entry) throw new Refusal("NOT_FOUND");
  if (!mayOn(caller, "write", entry)) throw new Refusal("FORBIDDEN");
  return entry;
}
