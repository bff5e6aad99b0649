import { route } from "@/lib/http/route";
import { deleteProject, patchProject, showProject } from "@/lib/projects";

export const GET = route(showProject);
export const PATCH = route(patchProject);
export const DELETE = route(deleteProject);
