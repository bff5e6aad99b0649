import { route } from "@/lib/http/route";
import { downloadLogs } from "@/lib/projects";

export const GET = route(downloadLogs);
