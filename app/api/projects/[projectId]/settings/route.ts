import { route } from "@/lib/http/route";
import { changeSettings, showSettings } from "@/lib/projects";

export const GET = route(showSettings);
export const PATCH = route(changeSettings);
