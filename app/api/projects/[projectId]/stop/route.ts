import { route } from "@/lib/http/route";
import { stopProject } from "@/lib/projects";

export const POST = route(stopProject);
