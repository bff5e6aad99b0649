import { setSchedule, showSchedule } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const GET = route(showSchedule);
export const PUT = route(setSchedule);
