import type { SettingField, SettingGroup, ShowIf } from "./format/settings";
import { envValueOf, isOn, joinChoices, splitChoices, wrongValue } from "./setting-value";

export { formValueOf, isOn, joinChoices, splitChoices } from "./setting-value";

/** Form values by service and key. A boolean is "true" or "false", a multiselect its choices joined. */
export type SettingValues = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** What is wrong, by service and key; empty when nothing is. */
export type SettingErrors = Record<string, Record<string, string>>;
/** What to do with one env key: write the value, or, for null, remove what is stored. */
export type SettingChange = { service: string; key: string; value: string | null; secret: boolean };

export type SettingsContext = {
  /** At installation only fields with `installStep` are asked; others take part once they are sent. */
  install?: boolean;
  /** Form values now in force, for fields that were not sent. Secrets need not be among them. */
  stored?: SettingValues;
  /** True where a secret is stored: left empty, it stays. */
  hasSecret?: (service: string, key: string) => boolean;
};

/** The groups with the fields that are asked at installation; groups without any are left out. */
export function installGroups(groups: readonly SettingGroup[]): SettingGroup[] {
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter((field) => field.installStep) }))
    .filter((group) => group.fields.length > 0);
}

/** The name of a field's input: `settings[service][KEY]`. */
export function fieldName(field: Pick<SettingField, "service" | "key">): string {
  return `settings[${field.service}][${field.key}]`;
}

/**
 * Reads a submitted form. A switch or a multiselect that sends nothing is off or empty; any other field that
 * sends nothing is absent, and so keeps what is stored or its default.
 */
export function readSettingsForm(
  groups: readonly SettingGroup[],
  entries: Iterable<readonly [string, unknown]>,
): SettingValues {
  const sent = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (typeof value === "string") sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  return nested(
    allFields(groups).flatMap((field) => {
      const values = sent.get(fieldName(field));
      if (field.type === "multiselect") return [{ field, entry: joinChoices(field, values ?? []) }];
      if (field.type === "boolean") return [{ field, entry: String(isOn(field, values?.at(-1) ?? "false")) }];
      return values ? [{ field, entry: values.at(-1) ?? "" }] : [];
    }),
  );
}

/** Every field's value: the one sent, else the one stored, else the default, else "". */
export function completeValues(
  groups: readonly SettingGroup[],
  values: SettingValues,
  stored: SettingValues = {},
): SettingValues {
  return nested(
    allFields(groups).map((field) => {
      const initial = field.default ?? (field.type === "boolean" ? "false" : "");
      return { field, entry: valueAt(values, field) ?? valueAt(stored, field) ?? initial };
    }),
  );
}

/** Whether a field is shown. A condition on a field that is itself hidden is not met. */
export function isVisible(
  field: SettingField,
  groups: readonly SettingGroup[],
  values: SettingValues,
): boolean {
  return visibility(groups, completeValues(groups, values))(field);
}

/**
 * Checks what a person typed or a client sent, in the browser and again on the server.
 * @returns a sentence for every field that is wrong; hidden fields are not checked, unknown ones are refused
 */
export function checkSettings(
  groups: readonly SettingGroup[],
  values: SettingValues,
  context: SettingsContext = {},
): SettingErrors {
  const complete = completeValues(groups, values, context.stored);
  const visible = visibility(groups, complete);
  const wrong = allFields(groups).flatMap((field) => {
    const asked = !context.install || field.installStep || valueAt(values, field) !== undefined;
    if (!asked || !visible(field)) return [];
    const entry = wrongField(field, valueAt(complete, field) ?? "", context);
    return entry === undefined ? [] : [{ field, entry }];
  });
  return nested([...wrong, ...unknownSettings(groups, values)]);
}

/**
 * The env changes that checked values ask for. Hidden fields and secrets left empty are not among them, so what
 * is stored stays; an optional field left empty is removed, so that the image's own default holds.
 */
export function settingChanges(
  groups: readonly SettingGroup[],
  values: SettingValues,
  context: Pick<SettingsContext, "stored"> = {},
): SettingChange[] {
  const complete = completeValues(groups, values, context.stored);
  const visible = visibility(groups, complete);
  return allFields(groups).flatMap((field) => {
    const value = valueAt(complete, field) ?? "";
    if (!visible(field) || (value === "" && isSecret(field))) return [];
    const written = value === "" ? null : envValueOf(field, value);
    return [{ service: field.service, key: field.key, value: written, secret: isSecret(field) }];
  });
}

/** Secrets are stored encrypted and never shown again: those declared so, and every password. */
export function isSecret(field: Pick<SettingField, "secret" | "type">): boolean {
  return field.secret ?? field.type === "password";
}

/** `complete` holds a value for every field. A circle of conditions hides its fields. */
function visibility(
  groups: readonly SettingGroup[],
  complete: SettingValues,
): (field: SettingField) => boolean {
  const place = (service: string, key: string) => `${service} ${key}`;
  const fields = new Map(allFields(groups).map((field) => [place(field.service, field.key), field]));
  const known = new Map<SettingField, boolean>();
  const shown = (field: SettingField): boolean => {
    const before = known.get(field);
    if (before !== undefined || !field.showIf) return before ?? true;
    known.set(field, false);
    const decider = fields.get(place(field.showIf.service ?? field.service, field.showIf.field));
    const met =
      decider !== undefined &&
      shown(decider) &&
      conditionHolds(field.showIf, decider, valueAt(complete, decider) ?? "");
    known.set(field, met);
    return met;
  };
  return shown;
}

function wrongField(field: SettingField, value: string, context: SettingsContext): string | undefined {
  if (value !== "") return wrongValue(field, value);
  const kept = isSecret(field) && context.hasSecret?.(field.service, field.key);
  return field.required && !kept ? `${field.label} is required.` : undefined;
}

function conditionHolds(condition: ShowIf, decider: SettingField, value: string): boolean {
  const on = decider.type === "boolean" ? isOn(decider, value) : value !== "";
  if (condition.equals === undefined) return on === (condition.truthy ?? true);
  const wanted = [condition.equals].flat().map(String);
  const forms =
    decider.type === "boolean"
      ? [String(on), envValueOf(decider, value)]
      : decider.type === "multiselect"
        ? [value, ...splitChoices(decider, value)]
        : [value];
  return forms.some((form) => wanted.includes(form));
}

function unknownSettings(groups: readonly SettingGroup[], values: SettingValues) {
  const known = new Set(allFields(groups).map((field) => `${field.service} ${field.key}`));
  return Object.entries(values).flatMap(([service, keys]) =>
    Object.keys(keys)
      .filter((key) => !known.has(`${service} ${key}`))
      .map((key) => ({ field: { service, key }, entry: `This app has no setting ${key} on ${service}.` })),
  );
}

function allFields(groups: readonly SettingGroup[]): SettingField[] {
  return groups.flatMap((group) => group.fields);
}

function valueAt(values: SettingValues, field: Pick<SettingField, "service" | "key">): string | undefined {
  const own = Object.hasOwn(values, field.service) ? values[field.service] : undefined;
  return own && Object.hasOwn(own, field.key) ? own[field.key] : undefined;
}

/** Object.fromEntries makes own properties even of `__proto__`, which an assignment would not. */
function nested<E>(
  items: readonly { field: Pick<SettingField, "service" | "key">; entry: E }[],
): Record<string, Record<string, E>> {
  const services = Map.groupBy(items, ({ field }) => field.service);
  return Object.fromEntries(
    [...services].map(([service, own]) => [
      service,
      Object.fromEntries(own.map(({ field, entry }) => [field.key, entry])),
    ]),
  );
}
