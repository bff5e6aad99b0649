import { route } from "@/lib/http/route";
import { planUpdate } from "@/lib/updates";

export const GET = route(planUpdate);
