import { route } from "@/lib/http/route";
import { listRecentLogs } from "@/lib/projects";

export const GET = route(listRecentLogs);
