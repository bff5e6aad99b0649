import { route } from "@/lib/http/route";
import { startProject } from "@/lib/projects";

export const POST = route(startProject);
