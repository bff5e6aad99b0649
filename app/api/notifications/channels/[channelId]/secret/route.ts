import { route } from "@/lib/http/route";
import { renewSecret } from "@/lib/notifications";

export const POST = route(renewSecret);
