import type { Engine, EngineContainer } from "@/lib/engine/engine";
import { LABELS } from "@/lib/servers/labels";
import type { LogWriter } from "../log/log-writer";
import type { Snapshot } from "../snapshot";
import type { Lease } from "./lease";
import type { Limits } from "./limits";
import type { Progress } from "./progress";

/** Everything that the steps of one deployment share. */
export type Run = {
  lease: Lease;
  engine: Engine;
  installation: string;
  limits: Limits;
  log: LogWriter;
  progress: Progress;
  /** Aborts when the work is not wanted any more. */
  signal: AbortSignal;
};

/** A run after its freeze: what to run, exactly, and the secrets in clear, kept in memory only. */
export type FrozenRun = Run & {
  snapshot: Snapshot;
  env: OpenedEnv;
  files: OpenedFile[];
  builds: OpenedBuild[];
};
/** What containers are made from: of a deployment that is carried out, or of one that serves. */
export type Making = Pick<FrozenRun, "engine" | "installation" | "signal" | "snapshot" | "env" | "files"> & {
  lease: { row: Pick<Lease["row"], "id" | "projectId"> };
  log?: Pick<LogWriter, "say">;
};
export type OpenedEnv = Record<string, Record<string, string>>;
export type OpenedFile = { service: string; path: string; content: string };
/** A service's folder of the shared build context, its build file among the files. */
export type OpenedBuild = { service: string; files: { path: string; content: string }[] };

/** The labels of what belongs to the whole project, such as its network and volumes. */
export function projectLabels({
  installation,
  lease,
}: Pick<Making, "installation" | "lease">): Record<string, string> {
  return { [LABELS.installation]: installation, [LABELS.project]: lease.row.projectId };
}

/** The containers of the project by deployment: this one's, and all others. */
export async function generations(run: Run): Promise<{ own: EngineContainer[]; others: EngineContainer[] }> {
  const all = await run.engine.listContainers(projectLabels(run));
  const isOwn = (container: EngineContainer) => container.labels[LABELS.deployment] === run.lease.row.id;
  return { own: all.filter(isOwn), others: all.filter((container) => !isOwn(container)) };
}
