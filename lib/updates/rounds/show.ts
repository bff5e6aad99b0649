import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { UpdateRound } from "../schema";
import { lastRound, toRound } from "./row";

export const showUpdateRound = operation({
  id: "updates.round",
  rest: "GET /api/updates/round",
  summary:
    "Tell how the last round of updates went, or how far the one under way is, for the projects that the caller may read.",
  permission: "member",
  input: z.object({}),
  output: z.object({ round: UpdateRound.nullable().meta({ description: "null: there was none." }) }),
  async run(caller) {
    const row = await lastRound(caller.organizationId);
    return { round: row ? toRound(caller, row) : null };
  },
});
