import { z } from "zod";
import { operation } from "@/lib/operation/define";

export const showHealth = operation({
  id: "system.health",
  rest: "GET /api/health",
  summary: "Whether this instance answers. Needs no sign-in and asks nothing else.",
  permission: "public",
  input: z.object({}),
  output: z.object({ status: z.literal("ok") }),
  async run() {
    return { status: "ok" as const };
  },
});
