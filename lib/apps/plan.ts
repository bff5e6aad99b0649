import { type AppDefinition, inLocale } from "@/lib/app-definition/schema";
import { db } from "@/lib/db/client";
import { networkName } from "@/lib/deployments/run/container-spec";
import { operation } from "@/lib/operation/define";
import { addressOf, waitingFor } from "@/lib/projects/addresses";
import { withWired } from "@/lib/projects/connections/wiring";
import { measureFit } from "@/lib/projects/fit";
import { limitsBetween } from "@/lib/projects/resources/limits-between";
import { resolver } from "@/lib/projects/variables/resolve";
import { mountedVolumes } from "@/lib/projects/volumes";
import { installableApp } from "./installable";
import { plannedSecrets } from "./planned-secrets";
import { plannedServices } from "./planned-services";
import { plannedSteps } from "./planned-steps";
import { type Prepared, prepareInstall, readHost, settledVariables } from "./prepare";
import { InstallInput, InstallPlan } from "./schema";

export const planInstall = operation({
  id: "apps.plan",
  rest: "POST /api/apps/plan",
  summary: "Tell everything that an installation would make, and what stands in its way; touch nothing.",
  mcp: {
    title: "Plan an installation",
    about:
      "Tells everything that installing an app with these answers would make, and in `issues` what stands in the way. Touches nothing. Call it before apps_install.",
  },
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
    const own = settledVariables(prepared);
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
      secrets: plannedSecrets(definition, own),
      prepare: plannedSteps(definition, prepared.draft?.preparedOnce),
      connections: plannedConnections(prepared),
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

/** What other projects will give it, and the networks that are made for that. */
function plannedConnections({ wires }: Prepared) {
  return wires.map(({ requirement, source, mode, variables, typed, link }) => ({
    requirementId: requirement.id,
    label: inLocale(requirement.label),
    projectId: source.id,
    projectName: source.name,
    mode,
    network: link?.network ?? null,
    reaches: link?.services ?? [],
    variables: [
      ...variables.map(({ service, key, secret }) => ({ service, key, secret, typed: false })),
      ...typed.map(({ service, key }) => ({ service, key, secret: false, typed: true })),
    ],
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
  const { definition, exposures, wires } = prepared;
  const variables = withWired(settledVariables(prepared), wires);
  return { variables, resolve: resolver(definition, exposures, variables, addressOf) };
}
