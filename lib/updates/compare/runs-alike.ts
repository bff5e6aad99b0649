import { isDeepStrictEqual } from "node:util";
import { parseDefinition } from "@/lib/app-definition/parse";
import type { AppDefinition } from "@/lib/app-definition/schema";

/**
 * Whether two definitions run the same: texts that are only read, such as a description or a label, do not count.
 * @param stored may be from before the format had some of its keys
 */
export function runsAlike(stored: AppDefinition, other: AppDefinition): boolean {
  const wanted = plain(whatRuns(other));
  if (isDeepStrictEqual(plain(whatRuns(stored)), wanted)) return true;
  const completed = parseDefinition(stored);
  return completed.ok && isDeepStrictEqual(plain(whatRuns(completed.definition)), wanted);
}

function whatRuns(definition: AppDefinition) {
  return {
    services: definition.services,
    configFields: definition.configFields.map(({ label: _label, help: _help, ...field }) => field),
    settings: definition.settings.flatMap(({ fields }) =>
      fields.map(
        ({ service, key, type, default: value, required, separator, trueValue, falseValue, secret }) => ({
          ...{ service, key, type, value, required, separator, trueValue, falseValue, secret },
        }),
      ),
    ),
    files: definition.files,
    prepare: definition.prepare.map(
      ({ title: _title, description: _description, icon: _icon, ...step }) => step,
    ),
    endpoints: definition.endpoints?.map(({ label: _label, ...endpoint }) => endpoint),
    requires: definition.requires.map(({ label: _label, ...requirement }) => requirement),
  };
}

/** What was stored as JSON has no keys without a value. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
