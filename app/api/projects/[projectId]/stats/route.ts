import { route } from "@/lib/http/route";
import { followStats } from "@/lib/projects";

export const GET = route(followStats);
