import { listSources } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const GET = route(listSources);
