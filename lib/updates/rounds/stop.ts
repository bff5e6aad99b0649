import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { holdCarriers } from "../carry";
import { UpdateRound } from "../schema";
import { leaveOut } from "./advance";
import { lastRound, mayStop, toRound, writeRound } from "./row";

export const stopUpdateRound = operation({
  id: "updates.stopRound",
  rest: "POST /api/updates/round/stop",
  summary:
    "End the round of updates under way. What runs now goes on to its end and can be cancelled by itself; nothing further is begun.",
  permission: "member",
  input: z.object({}),
  output: UpdateRound,
  async run(caller) {
    return await db().transaction(async (tx) => {
      // What is being begun at this moment has begun before the round is over.
      await holdCarriers(tx);
      const row = await lastRound(caller.organizationId);
      if (row?.state !== "running") throw new Refusal("NO_UPDATE_ROUND");
      if (!mayStop(caller, row)) throw new Refusal("FORBIDDEN");
      const entries = leaveOut(row.entries, `${caller.name} ended the round before it.`);
      await writeRound(row.id, { entries, state: "cancelled", finishedAt: new Date() });
      return toRound(caller, (await lastRound(caller.organizationId)) ?? row);
    });
  },
});
