import { RE2JS } from "re2js";
import type { SettingField } from "./format/settings";

/** One value of one field. Form values are strings: a boolean is "true" or "false", a multiselect is joined. */

const LONGEST = 131_072;
const ON = new Set(["true", "on", "1", "yes"]);

/** Whether a boolean's form value means on; its env value and what a checkbox sends are understood too. */
export function isOn(field: SettingField, value: string): boolean {
  if (value === (field.trueValue ?? "true")) return true;
  return value !== field.falseValue && ON.has(value.toLowerCase());
}

/** The chosen options of a multiselect. */
export function splitChoices(field: SettingField, value: string): string[] {
  return value === "" ? [] : value.split(field.separator ?? ",");
}

/** The form value of a multiselect. */
export function joinChoices(field: SettingField, choices: readonly string[]): string {
  return choices.join(field.separator ?? ",");
}

/** The env value that a checked form value is written as. */
export function envValueOf(field: SettingField, value: string): string {
  if (field.type === "boolean") {
    return isOn(field, value) ? (field.trueValue ?? "true") : (field.falseValue ?? "false");
  }
  return field.type === "number" ? value.trim() : value;
}

/** The form value of a stored env value: the way back from `envValueOf`. */
export function formValueOf(field: SettingField, stored: string): string {
  return field.type === "boolean" ? String(isOn(field, stored)) : stored;
}

/**
 * What is wrong with a value that is not empty.
 * @returns one sentence that names the field, or undefined when it is fine
 */
export function wrongValue(field: SettingField, value: string): string | undefined {
  if (value.length > LONGEST) return `${field.label} is too long: at most 128 KiB.`;
  if (value.includes("\0")) return `${field.label} holds a character that cannot be stored.`;
  switch (field.type) {
    case "boolean":
      return wrongSwitch(field, value);
    case "select":
    case "radio":
      return isOption(field, value) ? undefined : `Choose one of the options of ${field.label}.`;
    case "multiselect":
      return splitChoices(field, value).every((choice) => isOption(field, choice))
        ? undefined
        : `Choose only from the options of ${field.label}.`;
    case "number":
      return wrongNumber(field, value.trim()) ?? wrongPattern(field, value.trim());
    case "textarea":
      return wrongPattern(field, value);
    default:
      return /[\r\n]/.test(value) ? `${field.label} must be a single line.` : wrongPattern(field, value);
  }
}

// Time is linear in the text, and its factor is the size of what the pattern unfolds into.
const LARGEST_PROGRAM = 2_000;

/** Why a pattern cannot be used; undefined when it can. Look-around and back-references do not exist in RE2. */
export function wrongRegularExpression(pattern: string): string | undefined {
  try {
    const size = RE2JS.compile(pattern).programSize();
    return size > LARGEST_PROGRAM
      ? `its repetitions unfold into ${size} steps, and ${LARGEST_PROGRAM} are the most`
      : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "it cannot be read";
  }
}

function isOption(field: SettingField, value: string): boolean {
  return (field.options ?? []).some((option) => option.value === value);
}

function wrongSwitch(field: SettingField, value: string): string | undefined {
  const known =
    isOn(field, value) || [field.falseValue, "false", "off", "0", "no"].includes(value.toLowerCase());
  return known || value === field.falseValue ? undefined : `${field.label} is either on or off.`;
}

function wrongPattern(field: SettingField, value: string): string | undefined {
  if (field.pattern === undefined) return undefined;
  if (wrongRegularExpression(field.pattern) === undefined && RE2JS.matches(field.pattern, value))
    return undefined;
  return field.patternError ?? `${field.label} does not have the expected form.`;
}

function wrongNumber(field: SettingField, text: string): string | undefined {
  const number = /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  const fits = number >= min && number <= max && (!field.integer || Number.isSafeInteger(number));
  if (!fits || !onStep(field, number)) return `${field.label} must be ${numberInWords(field)}.`;
  return undefined;
}

function onStep(field: SettingField, number: number): boolean {
  if (field.step === undefined) return true;
  const steps = (number - (field.min ?? 0)) / field.step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}

function numberInWords({ min, max, step, integer }: SettingField): string {
  const noun = integer ? "a whole number" : "a number";
  const bounds =
    min !== undefined && max !== undefined
      ? ` between ${min} and ${max}`
      : min !== undefined
        ? ` of at least ${min}`
        : max !== undefined
          ? ` of at most ${max}`
          : "";
  return `${noun}${bounds}${step !== undefined && step !== 1 ? `, in steps of ${step}` : ""}`;
}
