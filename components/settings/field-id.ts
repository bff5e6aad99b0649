import type { SettingField } from "@/lib/app-definition/schema";
import type { SettingErrors } from "@/lib/app-definition/settings-form";

type Place = Pick<SettingField, "service" | "key">;

/** The id of a field's control in the page. */
export function fieldId({ service, key }: Place): string {
  return `setting-${service}-${key}`;
}

/** A field's name within a set. */
export function placeOf({ service, key }: Place): string {
  return `${service} ${key}`;
}

/** The server's issues that belong to settings, in the shape that the form shows. */
export function errorsOfIssues(issues: readonly { path: string; message: string }[]): SettingErrors {
  const errors: SettingErrors = {};
  for (const { path, message } of issues) {
    const [, service, key] = /^settings\.([^.]+)\.([^.]+)$/.exec(path) ?? [];
    if (!service || !key) continue;
    errors[service] = { ...errors[service], [key]: message };
  }
  return errors;
}
