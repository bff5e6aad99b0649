import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { onBackup, readBackup, toBackup } from "./row";
import { Backup, BackupId } from "./schema";

export const showBackup = operation({
  id: "backups.show",
  rest: "GET /api/backups/{backupId}",
  summary: "Show a backup: its state, what it holds, and why it failed if it did.",
  permission: "project:read",
  on: onBackup,
  input: z.object({ backupId: BackupId }),
  output: Backup,
  async run(_caller, { backupId }) {
    return toBackup(await readBackup(backupId));
  },
});
