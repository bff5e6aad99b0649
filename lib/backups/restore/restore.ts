import { z } from "zod";
import { authorize } from "@/lib/access/authorize";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { usersOf } from "@/lib/projects/connections/shown";
import { projectRecord } from "@/lib/projects/on-project";
import type { Manifest } from "../format/manifest";
import { SealBroken } from "../format/seal";
import { onBackup, readBackup } from "../row";
import { BackupId } from "../schema";
import { StoreError } from "../storage/store";
import { restoreInPlace } from "./in-place";
import { restoreAsNew } from "./into-new";
import { openForRestore } from "./open";

export const restoreBackup = operation({
  id: "backups.restore",
  rest: "POST /api/backups/{backupId}/restore",
  summary:
    "Make the project what it was when the backup was taken: version, variables and data; or, with `as`, make a new project of it. Queues a deployment that copies the present data first and brings it back by itself when the restore fails.",
  permission: "project:write",
  on: onBackup,
  input: z.object({
    backupId: BackupId,
    as: z.string().trim().min(1).max(80).optional().meta({ description: "Name of the new project." }),
    confirm: z.array(z.string().max(80)).max(1_000).default([]).meta({
      description:
        "Names of the projects that use this one, each: their data lives in what is replaced. `hidden` for those that the caller may not see.",
    }),
  }),
  output: z.object({ deploymentId: z.string(), projectId: z.string() }),
  status: 201,
  async run(caller, { backupId, as, confirm }, signal) {
    const backup = await readBackup(backupId);
    if (as !== undefined) {
      const { organizationId } = backup;
      authorize({ ...caller, organizationId }, "project:create", undefined, true);
      return await restoreAsNew(caller, { backup, manifest: await manifestOf(backupId, signal), name: as });
    }
    if (!backup.projectId) {
      const message = "The project of this backup was uninstalled. Give `as`, the name of a new project.";
      throw new Refusal("VALIDATION_ERROR", { message, issues: [{ path: "as", message }] });
    }
    const project = await projectRecord(backup.projectId);
    await refuseUnconfirmed(caller, project, confirm);
    const { id } = await restoreInPlace(caller, project, await manifestOf(backupId, signal));
    return { deploymentId: id, projectId: project.id };
  },
});

/** @throws Refusal BACKUP_NOT_USABLE, STORAGE_REFUSED */
async function manifestOf(backupId: string, signal: AbortSignal): Promise<Manifest> {
  try {
    const { manifest, parts } = await openForRestore(backupId, signal);
    await parts.return(undefined);
    return manifest;
  } catch (error) {
    if (error instanceof SealBroken) throw new Refusal("BACKUP_NOT_USABLE", { message: error.message });
    if (error instanceof StoreError) throw new Refusal("STORAGE_REFUSED", { message: error.message });
    throw error;
  }
}

/** Who uses what is replaced has to be named: their data goes back in time too. */
async function refuseUnconfirmed(
  caller: Caller,
  { id, name }: { id: string; name: string },
  confirm: readonly string[],
): Promise<void> {
  const users = await usersOf(caller, id);
  const open = [...new Set(users.map((user) => user?.name ?? "hidden"))].filter(
    (one) => !confirm.includes(one),
  );
  if (open.length === 0) return;
  const names = open.map((one) => (one === "hidden" ? "a project that you may not see" : one));
  const list = new Intl.ListFormat("en").format(names);
  const message = `${list} ${open.length === 1 ? "keeps" : "keep"} data in ${name}, which goes back with it. Name each in confirm.`;
  throw new Refusal("PROJECT_IN_USE", { message, issues: [{ path: "confirm", message }] });
}
