import { type Issue, Refusal } from "@/lib/access/refusal";
import { derivedFrom } from "@/lib/app-definition/prepare/captured-places";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { DerivedText, FrozenBuild, FrozenVariable, Snapshot } from "@/lib/deployments/snapshot";
import { type SecretBinding, sealSecret } from "@/lib/secrets";
import { addressOf } from "./addresses";
import { BUILD_FILE, buildFileKey } from "./builds/place";
import { type ResolvedBuild, refuseLongArguments, resolveBuilds } from "./builds/resolve";
import { connectedVariables, type Link } from "./connections/wiring";
import { type ProjectRecord, projectRecord } from "./on-project";
import { withoutHidden } from "./variables/hidden";
import { type Resolved, resolver, type Unresolved } from "./variables/resolve";
import { withStandIns } from "./variables/stand-ins";
import type { Variable } from "./variables/stored";

/** A snapshot before its images are known. */
export type Frozen = Omit<Snapshot, "images">;
/** What of a project is frozen, besides its variables. */
export type Freezable = Pick<ProjectRecord, "id" | "definition" | "slug" | "exposures" | "resources">;

/**
 * What a deployment of the project as it is now runs. What other projects give is read from them now.
 * @throws Refusal as `freezeState` does, SECRET_UNREADABLE, and VALIDATION_ERROR naming the requirement that nothing meets
 */
export async function freezeProject(projectId: string): Promise<Frozen> {
  const project = await projectRecord(projectId);
  const { variables, links, issues } = await connectedVariables(project);
  if (issues.length > 0) throw notConnected(issues);
  return freezeState(project, variables, links);
}

/**
 * What a deployment of a project in this state runs: every placeholder filled in one pass, every secret, and every
 * text that a secret went into, sealed for its place. A file's place is its service and, as the key, its path; that of
 * a file of a build, its path after `build/`. What names a value that a prepare step is still to capture is left out,
 * and stands among the derived texts.
 * @param given the stored variables, and those that connections give
 * @throws Refusal VALIDATION_ERROR naming the service and variable that cannot be resolved
 */
export function freezeState(project: Freezable, given: readonly Variable[], links: readonly Link[]): Frozen {
  const { id: projectId, definition, slug, exposures, resources } = project;
  const variables = withoutHidden(definition, given);
  const resolve = resolver(definition, exposures, variables, addressOf);
  const later = resolver(definition, exposures, withStandIns(definition, variables), addressOf);
  const env: Snapshot["env"] = Object.fromEntries(definition.services.map(({ name }) => [name, {}]));
  const open: Record<string, Record<string, string>> = {};
  for (const { service, key } of variables) {
    const ofService = env[service];
    if (!ofService) continue; // of a service that the definition no longer has
    const resolved = resolve.variable(service, key);
    if (!isThere(resolved)) {
      demand(later.variable(service, key), service, key);
      continue;
    }
    ofService[key] = frozen(resolved, { projectId, service, key });
    open[service] = { ...open[service], [key]: resolved.value };
  }
  refuseLongArguments(definition, open);
  const files = definition.files.flatMap(({ service, path, content }) => {
    const resolved = resolve.text(content, service);
    if (isThere(resolved)) {
      return [{ service, path, content: frozen(resolved, { projectId, service, key: path }) }];
    }
    demand(later.text(content, service), service, path);
    return [];
  });
  const builds = frozenBuilds(projectId, resolveBuilds(definition, resolve));
  const derived = derivedTexts(projectId, definition, variables);
  return {
    ...{ definition, slug, exposures, resources, env, files },
    ...(links.length > 0 && { links: [...links] }),
    ...(builds.length > 0 && { builds }),
    ...(derived.length > 0 && { derived }),
  };
}

function frozenBuilds(projectId: string, builds: readonly ResolvedBuild[]): FrozenBuild[] {
  return builds.map(({ service, dockerfile, files }) => {
    const freeze = (text: Resolved, path: string) =>
      frozen(text, { projectId, service, key: buildFileKey(path) });
    return {
      service,
      dockerfile: freeze(dockerfile, BUILD_FILE),
      files: files.map(({ path, content }) => ({ path, content: freeze(content, path) })),
    };
  });
}

/** @returns the refusal of a deployment whose connections give nothing, told in their own sentences */
export function notConnected(issues: Issue[]): Refusal {
  return new Refusal("VALIDATION_ERROR", { message: issues.map(({ message }) => message).join(" "), issues });
}

/** The templates that name a captured value, kept for when it comes. One of a secret is sealed like its value. */
function derivedTexts(
  projectId: string,
  definition: AppDefinition,
  variables: readonly Variable[],
): DerivedText[] {
  const ofVariables = variables
    .filter(({ source }) => source === "definition")
    .map((variable) => ({ ...variable, isFile: false }));
  const ofFiles = definition.files.map(({ service, path, content }) => ({
    ...{ service, key: path, text: content, secret: false, isFile: true },
  }));
  return derivedFrom(definition, [...ofVariables, ...ofFiles]).map(
    ({ service, key, text, secret, isFile }) => ({
      ...{ service, key, isFile },
      text: frozen({ value: text, secret }, { projectId, service, key }),
    }),
  );
}

/** A resolved text as a snapshot holds it: sealed for its place when it is a secret. */
export function frozen({ value, secret }: Resolved, binding: SecretBinding): FrozenVariable {
  return secret ? { secret: sealSecret(value, binding) } : { value };
}

function isThere(resolved: Resolved | Unresolved | undefined): resolved is Resolved {
  return resolved !== undefined && "value" in resolved;
}

function demand(resolved: Resolved | Unresolved | undefined, service: string, key: string): void {
  if (isThere(resolved)) return;
  const missing = resolved ? `{{${resolved.missing}}}` : "its value";
  throw new Refusal("VALIDATION_ERROR", {
    message: `${key} of ${service} cannot be resolved: nothing gives ${missing}. Set ${key} of ${service} in the project's variables, then deploy again.`,
    issues: [{ path: `env.${service}.${key}`, message: `Nothing gives ${missing}.` }],
  });
}
