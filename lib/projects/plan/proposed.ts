import type { Caller } from "@/lib/access/caller";
import { type Issue, Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { findApp } from "@/lib/apps/find";
import { db } from "@/lib/db/client";
import { openIssues } from "../completeness";
import { readConnections } from "../connections/stored";
import { isWired, type Link, linksOf, wiringOf, withWired } from "../connections/wiring";
import { replacedVariables, wrongVariables } from "../env";
import { chooseExposures } from "../exposures/choose";
import { portsOnEngine, portView } from "../exposures/held-ports";
import { measureCapacity } from "../fit";
import type { Freezable } from "../freeze";
import type { ProjectRecord } from "../on-project";
import { withProfiles } from "../resources/profiles";
import { changedResources, wrongResources } from "../resources/resources";
import { settingIssues } from "../variables/check";
import { withoutSecretValues } from "../variables/secret-keys";
import { isAt, type Settled, settleVariables, typedVariables } from "../variables/settle";
import { openVariable, readVariables, type Variable, type VariableRow } from "../variables/stored";
import type { Proposal } from "./schema";

/** A project as it would be after a change, and what the change would store. */
export type Proposed = {
  state: Freezable;
  variables: Variable[];
  links: Link[];
  /** What would be generated, once and for all. */
  generated: Variable[];
  /** The rows that would be written and removed. */
  stored: Pick<Settled, "writes" | "removals">;
  issues: Issue[];
};

/**
 * Thinks a change through with the code that saves it; nothing is saved.
 * @param newer the definition to change to; left out, the catalog's when the change asks for it
 * @throws Refusal NOT_FOUND when the app has left the catalog, SECRET_UNREADABLE
 */
export async function proposeChange(
  caller: Caller,
  project: ProjectRecord,
  asked: Proposal,
  newer?: AppDefinition,
): Promise<Proposed> {
  const rows = await readVariables(project.id);
  const change = { ...asked, definition: newer ? ("catalog" as const) : asked.definition };
  const definition =
    newer ?? (change.definition ? await catalogDefinition(caller, project.appId) : project.definition);
  const [stored, exposed, limited] = [
    await changedVariables(project, definition, rows, change),
    await changedExposures(caller, project, definition, change),
    await limitedResources(project, definition, change),
  ];
  const state = {
    ...{ id: project.id, slug: project.slug },
    definition: change.definition ? withoutSecretValues(definition) : definition,
    exposures: exposed.exposures,
    resources: limited.resources,
  };
  const own = overlaid(rows, stored);
  const { wires, issues: unmet } = await wiringOf(state, own, await readConnections(project.id));
  const missing = stored.missing.filter((place) => !isWired(wires, place));
  return {
    state,
    variables: withWired(own, wires),
    links: linksOf(wires),
    generated: stored.writes.filter(({ source }) => source === "generated"),
    stored: { writes: stored.writes, removals: stored.removals },
    issues: [...stored.issues, ...exposed.issues, ...limited.issues, ...openIssues(state, missing), ...unmet],
  };
}

async function catalogDefinition(caller: Caller, appId: string): Promise<AppDefinition> {
  const app = await findApp(caller, appId);
  if (app) return app.definition;
  const message = `The app “${appId}” is not in the catalog any more, so there is nothing to change to.`;
  throw new Refusal("NOT_FOUND", { message });
}

/** Settings are stored as they are on a settings page; another definition is settled as an installation is. */
async function changedVariables(
  project: ProjectRecord,
  definition: AppDefinition,
  rows: readonly VariableRow[],
  { settings, env, definition: newer }: Proposal,
): Promise<Settled & { issues: Issue[] }> {
  const settled = await settleVariables(definition, rows, settings ?? {});
  const typed = newer ? settled : typedVariables(definition, rows, settings ?? {});
  const replaced = env
    ? replacedVariables({ ...project, definition }, rows, env)
    : { writes: [], removals: [] };
  return {
    writes: [
      ...typed.writes.filter((one) => !replaced.writes.some((other) => isAt(one, other))),
      ...replaced.writes,
    ],
    removals: [...typed.removals, ...replaced.removals],
    missing: settled.missing,
    issues: [
      ...settingIssues(definition, rows, settings ?? {}, {
        install: newer !== undefined || settings === undefined,
      }),
      ...(env ? wrongVariables(definition, rows, env) : []),
    ],
  };
}

async function changedExposures(
  caller: Caller,
  { id, exposures: saved }: ProjectRecord,
  definition: AppDefinition,
  { endpoints, definition: newer }: Proposal,
) {
  if (!endpoints && !newer) return { exposures: saved, issues: [] };
  const ports = await portView(db(), caller, await portsOnEngine(id), id);
  const { exposures, issues, conflicts } = await chooseExposures(definition, endpoints ?? [], saved, ports);
  return {
    exposures: exposures.map(({ conflict: _told, ...exposure }) => exposure),
    issues: [...issues, ...conflicts],
  };
}

/** A newer definition resizes nothing that runs; only services that it adds bring their profile. */
async function limitedResources(
  { definition: running, resources: saved }: ProjectRecord,
  definition: AppDefinition,
  { resources: given = {} }: Proposal,
) {
  const added = definition.services.filter(
    ({ name }) => !running.services.some((service) => service.name === name),
  );
  return {
    resources: changedResources(withProfiles(saved, { services: added }), given),
    issues: wrongResources(definition, given, await measureCapacity()),
  };
}

function overlaid(rows: readonly VariableRow[], { writes, removals }: Pick<Settled, "writes" | "removals">) {
  const kept = rows.filter((row) => ![...writes, ...removals].some((one) => isAt(one, row)));
  return [...kept.map(openVariable), ...writes];
}
