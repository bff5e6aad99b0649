import { z } from "zod";
import { type Issue, Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { formValueOf } from "@/lib/app-definition/settings-form";
import { db, type Transaction } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { readConnections } from "./connections/stored";
import { wiringOf, withWired } from "./connections/wiring";
import { onProject, type ProjectRecord, projectRecord } from "./on-project";
import { EnvEntry, GivenVariable, ProjectId } from "./schema";
import { settingIssues } from "./variables/check";
import { isSecretKey } from "./variables/secret-keys";
import { isAt, type Settled, templates } from "./variables/settle";
import {
  openOrHide,
  openVariable,
  readVariables,
  removeVariables,
  type StorableVariable,
  type VariableRow,
  writeVariables,
} from "./variables/stored";

export const showEnv = operation({
  id: "projects.showEnv",
  rest: "GET /api/projects/{projectId}/env",
  summary: "List the variables of every service. Secrets are named, their values never told.",
  permission: "project:read",
  on: onProject,
  input: z.object({ projectId: ProjectId }),
  output: z.object({ data: z.array(EnvEntry) }),
  async run(_caller, { projectId }) {
    return { data: await entriesOf(await projectRecord(projectId)) };
  },
});

export const replaceEnv = operation({
  id: "projects.replaceEnv",
  rest: "PUT /api/projects/{projectId}/env",
  summary:
    "Set variables. One that people added and that is not listed is removed; everything else not listed stays. It takes effect with the next deployment.",
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId, env: z.array(GivenVariable).max(1000) }),
  output: z.object({ data: z.array(EnvEntry) }),
  async run(_caller, { projectId, env }) {
    return await db().transaction(async (tx) => {
      const project = await projectRecord(projectId, tx, { lock: true });
      const rows = await readVariables(projectId, tx);
      const issues = wrongVariables(project.definition, rows, env);
      if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
      const { writes, removals } = replacedVariables(project, rows, env);
      await removeVariables(tx, removals);
      await writeVariables(tx, projectId, writes);
      return { data: await entriesOf(project, tx) };
    });
  },
});

/** What setting these variables stores and removes; a template of the author fills what is left open. */
export function replacedVariables(
  project: ProjectRecord,
  rows: readonly VariableRow[],
  env: readonly GivenVariable[],
): Pick<Settled, "writes" | "removals"> {
  const removals = rows.filter((row) => isAdded(project, row) && !env.some((one) => isAt(one, row)));
  const left = [...rows.filter((row) => !removals.includes(row)), ...env];
  return {
    writes: [...changed(project, rows, env), ...templates(project.definition, left)],
    removals,
  };
}

/** Added by people. A declared secret is none: nothing else still holds the author's value to go back to. */
function isAdded({ definition }: ProjectRecord, { service, key, source }: VariableRow): boolean {
  return source === "user" && !isSecretKey(definition, service, key);
}

/** The variables of every service, those that connections give too. */
async function entriesOf(
  project: ProjectRecord,
  from: Pick<Transaction, "select" | "selectDistinct"> = db(),
): Promise<EnvEntry[]> {
  const rows = await readVariables(project.id, from);
  const own = rows.map(openOrHide);
  const { wires } = await wiringOf(project, own, await readConnections(project.id, from), from);
  return withWired(own, wires)
    .map(
      ({ service, key, text, secret, source }): EnvEntry => ({
        ...{ service, key, secret, source },
        value: secret ? null : text,
      }),
    )
    .sort((a, b) => compare(a.service, b.service) || compare(a.key, b.key));
}

const { compare } = new Intl.Collator("en");

/** The variables that are not stored like this already; what stays the same keeps where it came from. */
function changed(
  { definition }: ProjectRecord,
  rows: readonly VariableRow[],
  env: readonly GivenVariable[],
): StorableVariable[] {
  return env.flatMap(({ service, key, value, secret: wanted }) => {
    const row = rows.find((one) => isAt(one, { service, key }));
    const stored = row && openVariable(row);
    const text = value ?? stored?.text;
    if (text === undefined) return [];
    // What was hidden once is not shown by a later flag; only a new value may be open.
    const hidden = isSecretKey(definition, service, key) || (value === undefined && Boolean(stored?.secret));
    const secret = hidden || (wanted ?? stored?.secret ?? false);
    if (stored && stored.text === text && stored.secret === secret) return [];
    const unchanged = stored && stored.text === text ? stored.source : undefined;
    return [{ service, key, text, secret, source: unchanged ?? sourceOf(definition, service, key) }];
  });
}

function sourceOf({ settings }: AppDefinition, service: string, key: string): StorableVariable["source"] {
  return settings.some(({ fields }) => fields.some((field) => isAt(field, { service, key })))
    ? "setting"
    : "user";
}

/** What is wrong with variables that somebody gives, with paths such as `env.0.value`. */
export function wrongVariables(
  definition: AppDefinition,
  rows: readonly VariableRow[],
  env: readonly GivenVariable[],
): Issue[] {
  return env.flatMap((one, at): Issue[] => {
    const { service, key, value } = one;
    if (!definition.services.some(({ name }) => name === service)) {
      return [{ path: `env.${at}.service`, message: `There is no service named “${service}”.` }];
    }
    if (env.findIndex((other) => isAt(other, one)) !== at) {
      return [{ path: `env.${at}.key`, message: `${key} of ${service} is given twice.` }];
    }
    if (value === undefined && !rows.some((row) => isAt(row, one))) {
      return [{ path: `env.${at}.value`, message: `Give ${key} a value.` }];
    }
    const wrong = value === undefined ? undefined : wrongSetting(definition, rows, service, key, value);
    return wrong ? [{ path: `env.${at}.value`, message: wrong }] : [];
  });
}

/** A variable that is also a setting keeps to the setting's rules. */
function wrongSetting(
  definition: AppDefinition,
  rows: readonly VariableRow[],
  service: string,
  key: string,
  value: string,
): string | undefined {
  const fields = definition.settings.flatMap((group) => group.fields);
  const field = fields.find((one) => isAt(one, { service, key }));
  const same = rows.some((row) => isAt(row, { service, key }) && row.value === value);
  if (!field || same) return undefined;
  const issues = settingIssues(definition, rows, { [service]: { [key]: formValueOf(field, value) } }, {});
  return issues.find((issue) => issue.path === `settings.${service}.${key}`)?.message;
}
