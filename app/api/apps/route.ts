import { installApp } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const POST = route(installApp);
