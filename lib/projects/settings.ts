import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { SettingField, SettingGroup } from "@/lib/app-definition/format/settings";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { SettingAnswers } from "@/lib/apps/schema";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "./on-project";
import { Undeployed } from "./plan/schema";
import { undeployedChanges } from "./plan/undeployed";
import { ProjectId } from "./schema";
import { projects } from "./table";
import { settingIssues } from "./variables/check";
import { isAt, storedSettings, typedVariables } from "./variables/settle";
import { readVariables, removeVariables, type VariableRow, writeVariables } from "./variables/stored";

const Place = z.object({ service: z.string(), key: z.string() });

const ShownField = SettingField.extend({
  value: z.string().meta({ description: "As the form takes it; empty for a secret." }),
  set: z.boolean().meta({ description: "Whether a value is stored, for secrets the only thing told." }),
});
const ShownGroup = SettingGroup.extend({ fields: z.array(ShownField) });

export const showSettings = operation({
  id: "projects.showSettings",
  rest: "GET /api/projects/{projectId}/settings",
  summary: "Show the settings form with its values. Of secrets only whether they are set.",
  mcp: {
    title: "Show a project's settings",
    about: "The settings form of a project with its values. Of secrets only whether one is set.",
  },
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: z.object({
    groups: z.array(ShownGroup),
    undeployed: z
      .array(Undeployed)
      .meta({ description: "What the running version does not have like this." }),
    needsRedeploy: z.boolean(),
  }),
  async run(_caller, { projectId }) {
    const { definition } = await projectRecord(projectId);
    const undeployed = await undeployedChanges(projectId);
    return {
      groups: shownGroups(definition, await readVariables(projectId)),
      undeployed,
      needsRedeploy: undeployed.length > 0,
    };
  },
});

export const changeSettings = operation({
  id: "projects.changeSettings",
  rest: "PATCH /api/projects/{projectId}/settings",
  summary: "Change settings, all or none. A secret left empty stays as it is.",
  mcp: {
    title: "Change a project's settings",
    about:
      "Saves settings, all or none; they take effect with the next deployment, so call deployments_create when needsRedeploy is true.",
    destructive: true,
    idempotent: true,
  },
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId, settings: SettingAnswers }),
  output: z.object({
    changed: z.array(Place),
    needsRedeploy: z
      .boolean()
      .meta({ description: "Whether the running version lacks any change, this or an earlier one." }),
  }),
  async run(_caller, { projectId, settings }) {
    const changed = await db().transaction(async (tx) => {
      const { definition } = await projectRecord(projectId, tx, { lock: true });
      const rows = await readVariables(projectId, tx);
      const issues = settingIssues(definition, rows, settings);
      if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
      const { writes, removals } = typedVariables(definition, rows, settings);
      await removeVariables(tx, removals);
      await writeVariables(tx, projectId, writes);
      if (writes.length + removals.length > 0) {
        await tx.update(projects).set({ updatedAt: new Date() }).where(eq(projects.id, projectId));
      }
      return [...writes, ...removals].map(({ service, key }) => ({ service, key }));
    });
    return { changed, needsRedeploy: (await undeployedChanges(projectId)).length > 0 };
  },
});

function shownGroups(definition: AppDefinition, rows: readonly VariableRow[]) {
  const { stored } = storedSettings(definition, rows);
  return definition.settings.map((group) => ({
    ...group,
    fields: group.fields.map((field) => {
      const value = stored[field.service]?.[field.key];
      const set = rows.some((row) => isAt(row, field));
      return { ...field, value: value ?? (set ? "" : (field.default ?? "")), set };
    }),
  }));
}
