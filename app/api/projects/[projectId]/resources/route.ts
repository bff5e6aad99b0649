import { route } from "@/lib/http/route";
import { changeResources, showResources } from "@/lib/projects";

export const GET = route(showResources);
export const PATCH = route(changeResources);
