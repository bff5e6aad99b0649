import { createCustomApp, listCustomApps } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const GET = route(listCustomApps);
export const POST = route(createCustomApp);
