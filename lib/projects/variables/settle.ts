import { randomBytes } from "node:crypto";
import { generateValues } from "@/lib/app-definition/generate";
import { placeholdersIn } from "@/lib/app-definition/placeholders";
import { capturedPlaces } from "@/lib/app-definition/prepare/captured-places";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { formValueOf, type SettingValues, settingChanges } from "@/lib/app-definition/settings-form";
import { isSecretKey } from "./secret-keys";
import { openVariable, type StorableVariable, type Variable, type VariableRow } from "./stored";

export type Settled = { writes: StorableVariable[]; removals: VariableRow[]; missing: string[] };

/**
 * What storing answers asks for: typed values, then secrets that were never generated, then the author's templates
 * for everything else. What exists is never generated anew.
 * @returns the rows to write and to remove, and `SERVICE: KEY` of each required machine-made value that has none
 */
export async function settleVariables(
  definition: AppDefinition,
  rows: readonly VariableRow[],
  answers: SettingValues,
): Promise<Settled> {
  const { writes: typed, removals } = typedVariables(definition, rows, answers);
  const [templateRows, final] = split(rows);
  const kept = final.filter((row) => !removals.includes(row) && !typed.some((one) => isAt(one, row)));
  const open = [...kept.map(openVariable), ...typed];
  const { values, missing } = await generateValues(definition, byPlace(open), randomBytes);
  const made = values.map(({ service, key, value, secret, source }): StorableVariable => {
    const sealed = secret || isSecretKey(definition, service, key);
    return {
      service,
      key,
      text: value,
      secret: sealed,
      source: source === "default" ? "definition" : "generated",
    };
  });
  const writes = [...typed, ...made, ...templates(definition, [...open, ...made, ...removals])];
  const gone = [...removals, ...templateRows].filter((row) => !writes.some((one) => isAt(one, row)));
  // What a prepare step captures comes only after the start.
  const captured = capturedPlaces(definition).map(({ service, key }) => `${service}: ${key}`);
  const lacking = missing.filter((place) => !captured.includes(place));
  return { writes, removals: [...new Set(gone)], missing: lacking };
}

// Open templates are written anew from the definition; secret ones stand only in their rows.
function split(rows: readonly VariableRow[]): [VariableRow[], VariableRow[]] {
  const isTemplate = (row: VariableRow) => row.source === "definition" && row.secret === null;
  return [rows.filter(isTemplate), rows.filter((row) => !isTemplate(row))];
}

/** The stored form values of settings, without secrets and templates; and where a secret is stored. */
export function storedSettings(definition: AppDefinition, rows: readonly VariableRow[]) {
  const fields = definition.settings.flatMap((group) => group.fields);
  const found = fields.flatMap((field) => {
    const row = rows.find((one) => isAt(one, field));
    if (!row || row.value === null) return [];
    if (row.source === "definition" && placeholdersIn(row.value).length > 0) return [];
    return [{ service: field.service, key: field.key, text: formValueOf(field, row.value) }];
  });
  const hasSecret = (service: string, key: string) =>
    rows.some((row) => row.secret !== null && isAt(row, { service, key }));
  return { stored: byPlace(found), hasSecret };
}

/** Only what differs from what is stored, and removals only of what was sent empty. */
export function typedVariables(
  definition: AppDefinition,
  rows: readonly VariableRow[],
  answers: SettingValues,
): Pick<Settled, "writes" | "removals"> {
  const writes: StorableVariable[] = [];
  const removals: VariableRow[] = [];
  const { stored } = storedSettings(definition, rows);
  for (const { service, key, value, secret: declared } of settingChanges(definition.settings, answers, {
    stored,
  })) {
    const row = rows.find((one) => isAt(one, { service, key }));
    const sent = answers[service]?.[key] !== undefined;
    if (value === null) {
      if (row && sent) removals.push(row);
      continue;
    }
    // A default only fills what nothing else does: an environment template of the author comes before it.
    if (!sent && (row || isInEnvironment(definition, service, key))) continue;
    const secret = declared || isSecretKey(definition, service, key);
    const same = row && Boolean(row.secret) === secret && openVariable(row).text === value;
    if (same && row.source !== "definition") continue;
    writes.push({ service, key, text: value, secret, source: "setting" });
  }
  return { writes, removals };
}

/** The author's environment for every place that nothing else fills. */
export function templates(
  definition: AppDefinition,
  present: readonly { service: string; key: string }[],
): StorableVariable[] {
  return definition.services.flatMap((service) =>
    Object.entries(service.environment).flatMap(([key, text]): StorableVariable[] => {
      if (present.some((one) => isAt(one, { service: service.name, key }))) return [];
      const secret = isSecretKey(definition, service.name, key);
      return [{ service: service.name, key, text, secret, source: "definition" }];
    }),
  );
}

function isInEnvironment(definition: AppDefinition, service: string, key: string): boolean {
  const environment = definition.services.find((one) => one.name === service)?.environment ?? {};
  return Object.hasOwn(environment, key);
}

/** Whether a person gave the variable its value; a setting left at its default is the author's. */
export function isTyped(definition: AppDefinition, variable: Variable): boolean {
  if (variable.source !== "setting") return variable.source === "user";
  const field = definition.settings.flatMap((group) => group.fields).find((one) => isAt(one, variable));
  return !field || formValueOf(field, variable.text) !== (field.default ?? "");
}

/** Whether two things speak of one variable. */
export function isAt(
  one: { service: string; key: string },
  other: { service: string; key: string },
): boolean {
  return one.service === other.service && one.key === other.key;
}

/** Texts by service and key, as the definition's own modules take them. */
export function byPlace(
  variables: readonly { service: string; key: string; text: string }[],
): Record<string, Record<string, string>> {
  const services = [...new Set(variables.map((one) => one.service))];
  return Object.fromEntries(
    services.map((service) => [
      service,
      Object.fromEntries(
        variables.filter((one) => one.service === service).map(({ key, text }) => [key, text]),
      ),
    ]),
  );
}
