import type { AppDefinition } from "@/lib/app-definition/schema";
import { formValueOf, isVisible } from "@/lib/app-definition/settings-form";
import { byPlace, isAt, templates } from "./settle";
import type { Variable } from "./stored";

/**
 * What containers are given: an answer to a field that is hidden now stays stored, but counts as not given, as it
 * would in a new installation. What people set as a plain variable always counts.
 */
export function withoutHidden(definition: AppDefinition, variables: readonly Variable[]): Variable[] {
  const fields = definition.settings.flatMap((group) => group.fields);
  if (!fields.some((field) => field.showIf)) return [...variables];
  const answers = fields.flatMap((field) => {
    const found = variables.find((one) => isAt(one, field));
    if (!found) return [];
    return [{ service: field.service, key: field.key, text: formValueOf(field, found.text) }];
  });
  const values = byPlace(answers);
  const hidden = fields.filter((field) => field.showIf && !isVisible(field, definition.settings, values));
  const isHidden = (one: Variable) => one.source === "setting" && hidden.some((field) => isAt(one, field));
  const shown = variables.filter((one) => !isHidden(one));
  const freed = variables.filter(isHidden);
  return [...shown, ...templates(definition, shown).filter((one) => freed.some((gone) => isAt(gone, one)))];
}
