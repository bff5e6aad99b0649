import { operation } from "@/lib/operation/define";
import { exactlyOne, GivenDefinition } from "../definitions/given";
import { AppId } from "../schema";
import { saveCustomApp } from "./save";
import { SavedCustomApp } from "./schema";

export const replaceCustomApp = operation({
  id: "apps.replaceCustom",
  rest: "PUT /api/apps/custom/{appId}",
  summary: "Replace an app definition of your own; its id stays. Projects made from it stay as they are.",
  permission: "project:create",
  input: GivenDefinition.extend({ appId: AppId }).refine(...exactlyOne),
  output: SavedCustomApp,
  async run(caller, { appId, ...given }) {
    return await saveCustomApp(caller, given, appId);
  },
});
