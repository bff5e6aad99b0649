import type { AppDefinition } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { networkName } from "@/lib/deployments/run/container-spec";
import { operation } from "@/lib/operation/define";
import { addressOf, waitingFor } from "@/lib/projects/addresses";
import { measureFit } from "@/lib/projects/fit";
import { limitsBetween } from "@/lib/projects/resources/limits-between";
import { resolver } from "@/lib/projects/variables/resolve";
import { openVariable, type Variable } from "@/lib/projects/variables/stored";
import { mountedVolumes } from "@/lib/projects/volumes";
import { installableApp } from "./installable";
import { plannedSecrets } from "./planned-secrets";
import { plannedServices } from "./planned-services";
import { plannedSteps } from "./planned-steps";
import { type Prepared, prepareInstall, readHost } from "./prepare";
import { InstallInput, InstallPlan } from "./schema";

export const planInstall = operation({
  id: "apps.plan",
  rest: "POST /api/apps/plan",
  summary: "Tell everything that an installation would make, and what stands in its way; touch nothing.",
  permission: "project:create",
  mutates: false,
  input: InstallInput,
  output: InstallPlan,
  async run(caller, { deploy = true, ...input }) {
    const definition = await installableApp(caller, input.appId);
    const host = await readHost();
    const prepared = await prepareInstall(db(), caller, definition, input, { host, complete: deploy });
    const [services, fit] = await Promise.all([
      plannedServices(definition),
      measureFit(definition, prepared.resources),
    ]);
    const names = definition.services.map((service) => service.name);
    const { wrong, nameTaken, portTaken } = prepared.problems;
    return {
      appId: definition.id,
      name: prepared.name,
      slug: prepared.slug,
      draftId: prepared.draft?.id ?? null,
      services,
      network: networkName(prepared.slug),
      routes: prepared.exposures.map((exposure) => ({
        ...exposure,
        hostPort: exposure.hostPort ?? null,
        address: addressOf(exposure),
        conflict: exposure.conflict ?? null,
        waiting: waitingFor(exposure) ?? null,
      })),
      volumes: plannedVolumes(definition, prepared.slug, host.volumes),
      // A draft has its secrets already; whoever reads the plan wants to know of them all the same.
      secrets: plannedSecrets(definition, [
        ...prepared.rows.filter(isKept(prepared)),
        ...prepared.settled.writes,
      ]),
      prepare: plannedSteps(definition, prepared.draft?.preparedOnce),
      environment: plannedEnvironment(prepared),
      files: plannedFiles(prepared),
      limits: limitsBetween(names, undefined, prepared.resources),
      fit,
      issues: [...nameTaken, ...wrong, ...portTaken],
    };
  },
});

function plannedVolumes(definition: AppDefinition, slug: string, onEngine: ReadonlySet<string> | undefined) {
  return mountedVolumes({ slug, definition }).map(({ name, service, target }) => ({
    name,
    service,
    target,
    exists: onEngine?.has(name) ?? null,
  }));
}

/** What each service will find in its environment; null for a secret, and for what cannot be resolved yet. */
function plannedEnvironment(prepared: Prepared) {
  const { variables, resolve } = resolving(prepared);
  return variables
    .map(({ service, key }) => {
      const resolved = resolve.variable(service, key);
      if (!resolved || "missing" in resolved) return { service, key, value: null, secret: false };
      return { service, key, value: resolved.secret ? null : resolved.value, secret: resolved.secret };
    })
    .sort((a, b) => a.service.localeCompare(b.service, "en") || a.key.localeCompare(b.key, "en"));
}

/** The files of each service, and whether a secret goes into them. */
function plannedFiles(prepared: Prepared) {
  const { resolve } = resolving(prepared);
  return prepared.definition.files.map(({ service, path, content }) => {
    const resolved = resolve.text(content, service);
    // What cannot be resolved yet may turn out to hold a secret.
    return { service, path, secret: "missing" in resolved || resolved.secret };
  });
}

function resolving(prepared: Prepared) {
  const { definition, exposures, rows, settled } = prepared;
  const kept = rows.filter(isKept(prepared)).map(openVariable);
  const variables: Variable[] = [...kept, ...settled.writes];
  return { variables, resolve: resolver(definition, exposures, variables, addressOf) };
}

/** Whether the draft's variable stays as it is stored. */
function isKept({ settled }: Prepared) {
  return (row: { service: string; key: string }) =>
    ![...settled.writes, ...settled.removals].some(
      (one) => one.service === row.service && one.key === row.key,
    );
}
