import { route } from "@/lib/http/route";
import { restartProject } from "@/lib/projects";

export const POST = route(restartProject);
