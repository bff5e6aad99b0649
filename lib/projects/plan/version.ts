import type { OpenedSnapshot } from "@/lib/deployments/run/container-spec";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import type { Frozen } from "../freeze";

/** What a deployment runs, with its secrets in clear: never to be answered as it is. */
export type Version = OpenedSnapshot;

/** @throws Refusal SECRET_UNREADABLE */
export function openVersion(projectId: string, snapshot: Frozen): Version {
  const { env, files, builds } = openSnapshot(projectId, snapshot);
  return { snapshot, env, files, builds };
}
