import { deleteCustomApp, replaceCustomApp, showCustomApp } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const GET = route(showCustomApp);
export const PUT = route(replaceCustomApp);
export const DELETE = route(deleteCustomApp);
