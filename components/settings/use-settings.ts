"use client";

import { useMemo, useState } from "react";
import type { SettingField, SettingGroup } from "@/lib/app-definition/schema";
import {
  checkSettings,
  completeValues,
  isSecret,
  isVisible,
  type SettingErrors,
  type SettingValues,
} from "@/lib/app-definition/settings-form";
import { errorsOfIssues, fieldId, placeOf } from "./field-id";

type UseSettingsOptions = {
  /** Every group of the app; which fields are shown is decided by who draws them. */
  groups: readonly SettingGroup[];
  initial: SettingValues;
  install?: boolean;
  /** Secrets that are stored, by service and key. */
  secretsSet: readonly { service: string; key: string }[];
};

export type SettingsState = ReturnType<typeof useSettings>;

/** The answers of a settings form, what is wrong with them, and what is shown of that. */
export function useSettings({ groups, initial, install, secretsSet }: UseSettingsOptions) {
  const [values, setValues] = useState<SettingValues>(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const [refused, setRefused] = useState<SettingErrors>({});
  const kept = useMemo(() => new Set(secretsSet.map(placeOf)), [secretsSet]);
  const complete = useMemo(() => completeValues(groups, values), [groups, values]);
  const errors = useMemo(
    () =>
      checkSettings(groups, values, {
        install,
        hasSecret: (service, key) => kept.has(placeOf({ service, key })),
      }),
    [groups, values, install, kept],
  );
  const at = (map: SettingErrors, field: SettingField) => map[field.service]?.[field.key];
  return {
    values,
    errors,
    valueOf: (field: SettingField) => complete[field.service]?.[field.key] ?? "",
    isShown: (field: SettingField) => isVisible(field, groups, values),
    isKept: (field: SettingField) => isSecret(field) && kept.has(placeOf(field)),
    /** What to say beside a field: only once it was left, or everything was asked for. */
    errorOf: (field: SettingField) => {
      const own = showAll || touched.has(placeOf(field)) ? at(errors, field) : undefined;
      return own ?? at(refused, field);
    },
    set(field: SettingField, value: string) {
      setValues((before) => ({
        ...before,
        [field.service]: { ...before[field.service], [field.key]: value },
      }));
      setRefused((before) => ({ ...before, [field.service]: { ...before[field.service], [field.key]: "" } }));
    },
    touch: (field: SettingField) => setTouched((before) => new Set([...before, placeOf(field)])),
    reset() {
      setValues(initial);
      setTouched(new Set());
      setShowAll(false);
      setRefused({});
    },
    showErrors: () => setShowAll(true),
    /** Goes to the first field that is wrong. @returns what to say above the form; undefined when none is */
    showFirstWrong(): string | undefined {
      const [first] = wrongFields(groups, errors);
      if (!first) return undefined;
      setShowAll(true);
      setTimeout(() => document.getElementById(fieldId(first))?.focus());
      return `${first.label} needs attention.`;
    },
    /** Takes over what the server refused, beside the fields it named. */
    refuse: (issues: readonly { path: string; message: string }[]) => setRefused(errorsOfIssues(issues)),
  };
}

/** The answers that may be sent: secrets left empty are not, since empty means keep. */
export function answersOf(
  groups: readonly SettingGroup[],
  values: SettingValues,
): Record<string, Record<string, string>> {
  const answers: Record<string, Record<string, string>> = {};
  for (const field of groups.flatMap((group) => group.fields)) {
    const value = values[field.service]?.[field.key];
    if (value === undefined || (value === "" && isSecret(field))) continue;
    answers[field.service] = { ...answers[field.service], [field.key]: value };
  }
  return answers;
}

/** Fields that are wrong, in the order of the form. */
export function wrongFields(groups: readonly SettingGroup[], errors: SettingErrors): SettingField[] {
  return groups.flatMap((group) => group.fields).filter((field) => errors[field.service]?.[field.key]);
}
