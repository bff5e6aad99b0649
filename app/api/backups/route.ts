import { listBackups } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const GET = route(listBackups);
