import { route } from "@/lib/http/route";
import { replaceGrants, showGrants } from "@/lib/members";

export const GET = route(showGrants);
export const PUT = route(replaceGrants);
