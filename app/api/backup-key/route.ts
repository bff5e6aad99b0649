import { showBackupKey } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const POST = route(showBackupKey);
