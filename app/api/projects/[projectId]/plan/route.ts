import { route } from "@/lib/http/route";
import { planChange } from "@/lib/projects";

export const POST = route(planChange);
