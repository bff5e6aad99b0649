import { Refusal } from "@/lib/access/refusal";
import type { FrozenVariable, Snapshot } from "@/lib/deployments/snapshot";
import { type SecretBinding, sealSecret } from "@/lib/secrets";
import { addressOf } from "./addresses";
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
 * text that a secret went into, sealed for its place. A file's place is its service and, as the key, its path.
 * @throws Refusal VALIDATION_ERROR naming the service and variable that cannot be resolved
 */
export function freezeState(project: Freezable, variables: readonly Variable[]): Frozen {
  const { id: projectId, definition, slug, exposures, resources } = project;
  const resolve = resolver(definition, exposures, variables, addressOf);
  const env: Snapshot["env"] = Object.fromEntries(definition.services.map(({ name }) => [name, {}]));
  for (const { service, key } of variables) {
    const ofService = env[service];
    if (!ofService) continue; // of a service that the definition no longer has
    const resolved = demand(resolve.variable(service, key), service, key);
    ofService[key] = frozen(resolved, { projectId, service, key });
  }
  const files = definition.files.map(({ service, path, content }) => {
    const resolved = demand(resolve.text(content, service), service, path);
    return { service, path, content: frozen(resolved, { projectId, service, key: path }) };
  });
  return { definition, slug, exposures, resources, env, files };
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
