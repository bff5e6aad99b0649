import { route } from "@/lib/http/route";
import { repairProject } from "@/lib/projects";

export const POST = route(repairProject);
