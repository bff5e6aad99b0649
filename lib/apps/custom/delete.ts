import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { lockNamesAndPorts } from "@/lib/projects/lock";
import { projects } from "@/lib/projects/table";
import { curatedApp } from "../catalog";
import { AppId } from "../schema";
import { customApps } from "../table";
import { ofOrganization } from "./stored";

export const deleteCustomApp = operation({
  id: "apps.deleteCustom",
  rest: "DELETE /api/apps/custom/{appId}",
  summary: "Delete an app definition of your own; refused while a project is made from it.",
  permission: "project:create",
  input: z.object({ appId: AppId }),
  output: z.void(),
  status: 204,
  async run({ organizationId }, { appId }) {
    await db().transaction(async (tx) => {
      // Nobody installs it meanwhile.
      await lockNamesAndPorts(tx);
      const [gone] = await tx
        .delete(customApps)
        .where(ofOrganization(organizationId, appId))
        .returning({ definition: customApps.definition });
      if (!gone) throw new Refusal("NOT_FOUND", { message: `You have no app “${appId}” of your own.` });
      // Projects of a curated app that has taken the id since are not made from this one any more.
      if (curatedApp(appId)) return;
      const made = await tx
        .select({ name: projects.name })
        .from(projects)
        .where(and(eq(projects.organizationId, organizationId), eq(projects.appId, appId)))
        .orderBy(asc(projects.name));
      if (made.length > 0) throw stillUsed(gone.definition.name, made);
    });
  },
});

function stillUsed(app: string, made: readonly { name: string }[]): Refusal {
  const names = made.map(({ name }) => `“${name}”`).join(", ");
  const [noun, them] = made.length === 1 ? ["project", "it"] : ["projects", "them"];
  return new Refusal("APP_INSTALLED", {
    message: `“${app}” is still used by the ${noun} ${names}. Uninstall ${them} first, then delete the app.`,
  });
}
