import { operation } from "@/lib/operation/define";
import { exactlyOne, GivenDefinition } from "../definitions/given";
import { saveCustomApp } from "./save";
import { SavedCustomApp } from "./schema";

export const createCustomApp = operation({
  id: "apps.createCustom",
  rest: "POST /api/apps/custom",
  summary:
    "Keep an app definition of your own, or replace the one of the same id. Projects made from it stay as they are.",
  permission: "project:create",
  input: GivenDefinition.refine(...exactlyOne),
  output: SavedCustomApp,
  status: 201,
  async run(caller, given) {
    return await saveCustomApp(caller, given);
  },
});
