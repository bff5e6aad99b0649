import { route } from "@/lib/http/route";
import { followLogs } from "@/lib/projects";

export const GET = route(followLogs);
