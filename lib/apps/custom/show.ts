import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { AppDefinition } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { AppId } from "../schema";
import { customApps } from "../table";
import { customAppRows } from "./rows";
import { CustomApp } from "./schema";
import { ofOrganization } from "./stored";

export const showCustomApp = operation({
  id: "apps.showCustom",
  rest: "GET /api/apps/custom/{appId}",
  summary: "Show an app that the organization brought itself, with its JSON as it was written.",
  permission: "member",
  input: z.object({ appId: AppId }),
  output: CustomApp.extend({ definition: AppDefinition, source: z.string() }),
  async run(caller, { appId }) {
    const [row] = await customAppRows(caller, eq(customApps.appId, appId));
    const [text] = await db()
      .select({ definition: customApps.definition, source: customApps.source })
      .from(customApps)
      .where(ofOrganization(caller.organizationId, appId));
    if (!row || !text) throw new Refusal("NOT_FOUND", { message: `You have no app “${appId}” of your own.` });
    return { ...row, ...text };
  },
});
