import { route } from "@/lib/http/route";
import { replaceEnv, showEnv } from "@/lib/projects";

export const GET = route(showEnv);
export const PUT = route(replaceEnv);
