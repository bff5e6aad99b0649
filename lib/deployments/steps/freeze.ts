import { BUILD_FILE, buildFileKey } from "@/lib/projects/builds/place";
import { freezeProject } from "@/lib/projects/freeze";
import { openSecret } from "@/lib/secrets";
import { createMask } from "../log/mask";
import type { FrozenRun, Run } from "../run/context";
import { servingDeployment } from "../serving";
import type { FrozenVariable, Snapshot } from "../snapshot";

/**
 * Fixes what this deployment runs, once: a deployment that is resumed keeps what was frozen before. Secrets are
 * opened into memory; from here on the log hides them.
 * @throws Refusal that names the variable or secret that cannot be resolved
 */
export async function freeze(run: Run): Promise<FrozenRun> {
  const { row } = run.lease;
  const frozen = row.snapshot ?? { ...(await freezeProject(row.projectId)), images: {} };
  const snapshot = await atOwnBerth(row.projectId, frozen);
  const opened = openSnapshot(row.projectId, snapshot);
  run.log.hide(createMask(opened.secrets));
  if (snapshot !== row.snapshot) await run.lease.write({ snapshot });
  return { ...run, snapshot, env: opened.env, files: opened.files, builds: opened.builds };
}

/** Of two loopback ports those that the version which serves does not have, chosen once. */
async function atOwnBerth(projectId: string, snapshot: Snapshot): Promise<Snapshot> {
  if (snapshot.berth !== undefined || !snapshot.exposures.some(({ berths }) => berths)) return snapshot;
  const serving = await servingDeployment(projectId);
  return { ...snapshot, berth: serving?.snapshot.berth === 0 ? 1 : 0 };
}

/**
 * A snapshot's variables and files in clear, and the values to hide. A file is sealed whole when a secret went into
 * it; hiding each of its lines would blank half the log, and the secret itself is a variable too.
 * @throws Refusal SECRET_UNREADABLE
 */
export function openSnapshot(projectId: string, snapshot: Pick<Snapshot, "env" | "files" | "builds">) {
  const open = (variable: FrozenVariable, service: string, key: string): string => {
    if (variable.secret === undefined) return variable.value ?? "";
    return openSecret(variable.secret, { projectId, service, key });
  };
  const env = Object.fromEntries(
    Object.entries(snapshot.env).map(([service, variables]) => [
      service,
      Object.fromEntries(
        Object.entries(variables).map(([key, variable]) => [key, open(variable, service, key)]),
      ),
    ]),
  );
  const secrets = Object.entries(snapshot.env).flatMap(([service, variables]) =>
    Object.entries(variables).flatMap(([key, { secret }]) =>
      secret === undefined ? [] : [env[service]?.[key] ?? ""],
    ),
  );
  const files = snapshot.files.map(({ service, path, content }) => ({
    service,
    path,
    content: open(content, service, path),
  }));
  const builds = (snapshot.builds ?? []).map(({ service, dockerfile, files: others }) => ({
    service,
    files: [{ path: BUILD_FILE, content: dockerfile }, ...others].map(({ path, content }) => ({
      path,
      content: open(content, service, buildFileKey(path)),
    })),
  }));
  return { env, files, builds, secrets };
}
