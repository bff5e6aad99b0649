import type { Issue } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { checkSettings, type SettingValues } from "@/lib/app-definition/settings-form";
import { storedSettings } from "./settle";
import type { VariableRow } from "./stored";

export type Demand = {
  /** Only what is asked at installation must be answered. */
  install?: boolean;
  /** A draft may leave anything open; what is there must still be right. */
  draft?: boolean;
};

/** What is wrong with answers on top of what is stored, with paths such as `settings.db.PASSWORD`. */
export function settingIssues(
  definition: AppDefinition,
  rows: readonly VariableRow[],
  answers: SettingValues,
  { install = false, draft = false }: Demand = {},
): Issue[] {
  const context = { install, ...storedSettings(definition, rows) };
  const errors = checkSettings(definition.settings, answers, context);
  return Object.entries(errors).flatMap(([service, keys]) =>
    Object.entries(keys).flatMap(([key, message]) => {
      const open = (answers[service]?.[key] ?? context.stored[service]?.[key] ?? "") === "";
      const known = definition.settings.some((group) =>
        group.fields.some((field) => field.service === service && field.key === key),
      );
      return draft && open && known ? [] : [{ path: `settings.${service}.${key}`, message }];
    }),
  );
}
