import { Refusal } from "@/lib/access/refusal";
import type { FrozenBuild, FrozenVariable, Snapshot } from "@/lib/deployments/snapshot";
import { type SecretBinding, sealSecret } from "@/lib/secrets";
import { addressOf } from "./addresses";
import { BUILD_FILE, buildFileKey } from "./builds/place";
import { type ResolvedBuild, refuseLongArguments, resolveBuilds } from "./builds/resolve";
import { type ProjectRecord, projectRecord } from "./on-project";
import { type Resolved, resolver, type Unresolved } from "./variables/resolve";
import { openVariable, readVariables, type Variable } from "./variables/stored";

/** A snapshot before its images are known. */
export type Frozen = Omit<Snapshot, "images">;
/** What of a project is frozen, besides its variables. */
export type Freezable = Pick<ProjectRecord, "id" | "definition" | "slug" | "exposures" | "resources">;

/** What a deployment of the project as it is now runs. @throws Refusal as `freezeState` does, and SECRET_UNREADABLE */
export async function freezeProject(projectId: string): Promise<Frozen> {
  const [project, rows] = await Promise.all([projectRecord(projectId), readVariables(projectId)]);
  return freezeState(project, rows.map(openVariable));
}

/**
 * What a deployment of a project in this state runs: every placeholder filled in one pass, every secret, and every
 * text that a secret went into, sealed for its place. A file's place is its service and, as the key, its path; that of
 * a file of a build, its path after `build/`.
 * @throws Refusal VALIDATION_ERROR naming the service and variable that cannot be resolved
 */
export function freezeState(project: Freezable, variables: readonly Variable[]): Frozen {
  const { id: projectId, definition, slug, exposures, resources } = project;
  const resolve = resolver(definition, exposures, variables, addressOf);
  const env: Snapshot["env"] = Object.fromEntries(definition.services.map(({ name }) => [name, {}]));
  const open: Record<string, Record<string, string>> = {};
  for (const { service, key } of variables) {
    const ofService = env[service];
    if (!ofService) continue; // of a service that the definition no longer has
    const resolved = demand(resolve.variable(service, key), service, key);
    ofService[key] = frozen(resolved, { projectId, service, key });
    open[service] = { ...open[service], [key]: resolved.value };
  }
  refuseLongArguments(definition, open);
  const files = definition.files.map(({ service, path, content }) => {
    const resolved = demand(resolve.text(content, service), service, path);
    return { service, path, content: frozen(resolved, { projectId, service, key: path }) };
  });
  const builds = frozenBuilds(projectId, resolveBuilds(definition, resolve));
  return { definition, slug, exposures, resources, env, files, ...(builds.length > 0 && { builds }) };
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

function frozen({ value, secret }: Resolved, binding: SecretBinding): FrozenVariable {
  return secret ? { secret: sealSecret(value, binding) } : { value };
}

function demand(resolved: Resolved | Unresolved | undefined, service: string, key: string): Resolved {
  if (resolved && "value" in resolved) return resolved;
  const missing = resolved ? `{{${resolved.missing}}}` : "its value";
  throw new Refusal("VALIDATION_ERROR", {
    message: `${key} of ${service} cannot be resolved: nothing gives ${missing}. Set ${key} of ${service} in the project's variables, then deploy again.`,
    issues: [{ path: `env.${service}.${key}`, message: `Nothing gives ${missing}.` }],
  });
}
