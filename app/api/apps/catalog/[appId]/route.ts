import { showApp } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const GET = route(showApp);
