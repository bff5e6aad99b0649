import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { customAppRows } from "./rows";
import { CustomApp } from "./schema";

export const listCustomApps = operation({
  id: "apps.listCustom",
  rest: "GET /api/apps/custom",
  summary: "List the apps that the organization brought itself, the last changed first.",
  permission: "member",
  input: z.object({}),
  output: z.object({ data: z.array(CustomApp) }),
  async run(caller) {
    return { data: await customAppRows(caller) };
  },
});
