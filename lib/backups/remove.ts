import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { operation } from "@/lib/operation/define";
import { onBackup, readBackup } from "./row";
import { removeBackup } from "./run/retention";
import { BackupId } from "./schema";
import { StoreError } from "./storage/store";

export const deleteBackup = operation({
  id: "backups.delete",
  rest: "DELETE /api/backups/{backupId}",
  summary: "Delete a backup and its file for good.",
  permission: "project:admin",
  on: onBackup,
  input: z.object({ backupId: BackupId }),
  output: z.void(),
  status: 204,
  async run(_caller, { backupId }) {
    const backup = await readBackup(backupId);
    if (backup.state === "copying" || backup.state === "verifying") {
      throw new Refusal("PROJECT_BUSY", {
        message: "This backup is under way. Delete it once it has ended.",
      });
    }
    await removeBackup(backup).catch((error) => {
      if (!(error instanceof StoreError)) throw error;
      throw new Refusal("STORAGE_REFUSED", { message: error.message, cause: error });
    });
  },
});
