import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { AppDefinition } from "@/lib/app-definition/schema";
import { operation } from "@/lib/operation/define";
import { withoutSecretValues } from "@/lib/projects/variables/secret-keys";
import { findApp } from "./find";
import { installedCounts, toEntry } from "./list";
import { AppId, CatalogEntry } from "./schema";

export const showApp = operation({
  id: "apps.show",
  rest: "GET /api/apps/catalog/{appId}",
  summary: "Show one app of the catalog with its whole definition, unlisted ones too.",
  mcp: {
    title: "Show an app",
    about:
      "One app of the catalog with its whole definition: services, the settings it asks for, endpoints and what it requires.",
  },
  permission: "member",
  input: z.object({ appId: AppId }),
  output: z.object({ entry: CatalogEntry, definition: AppDefinition }),
  async run(caller, { appId }) {
    const app = await findApp(caller, appId);
    if (!app) throw new Refusal("NOT_FOUND", { message: `There is no app “${appId}” in the catalog.` });
    return {
      entry: toEntry(app, await installedCounts(caller)),
      definition: withoutSecretValues(app.definition),
    };
  },
});
