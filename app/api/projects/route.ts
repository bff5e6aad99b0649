import { route } from "@/lib/http/route";
import { listProjects } from "@/lib/projects";

export const GET = route(listProjects);
