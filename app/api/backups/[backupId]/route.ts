import { deleteBackup, showBackup } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const GET = route(showBackup);
export const DELETE = route(deleteBackup);
