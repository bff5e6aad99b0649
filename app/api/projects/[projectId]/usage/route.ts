import { route } from "@/lib/http/route";
import { showUsage } from "@/lib/projects";

export const GET = route(showUsage);
