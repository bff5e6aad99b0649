import { restoreBackup } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const POST = route(restoreBackup);
