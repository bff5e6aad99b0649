import { isHeldByBackup } from "@/lib/backups/holding";
import type { Run } from "./context";
import { pause } from "./stopped";

const LOOK_MS = 1_000;

/** Waits while a backup has the project's services in its hand. One whose process died is taken over within half a minute. */
export async function awaitBackup({ lease, log, signal }: Run): Promise<void> {
  const { projectId } = lease.row;
  if (!(await isHeldByBackup(projectId))) return;
  log.say("Waiting for a backup that is copying the data of this project");
  do await pause(LOOK_MS, signal);
  while (await isHeldByBackup(projectId));
}
