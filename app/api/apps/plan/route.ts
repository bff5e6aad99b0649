import { planInstall } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const POST = route(planInstall);
