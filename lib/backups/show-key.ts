import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { backupKey } from "./key";

export const showBackupKey = operation({
  id: "backups.showKey",
  rest: "POST /api/backup-key",
  summary:
    "Show the key that every backup of this instance opens with, to be kept apart from it: with the key, `npm run open-backup` reads a backup where this instance is lost. That it was shown is written into the audit log.",
  permission: "instance",
  input: z.object({}),
  output: z.object({ key: z.string().meta({ description: "32 bytes, base64url." }) }),
  async run() {
    return { key: (await backupKey()).toString("base64url") };
  },
});
