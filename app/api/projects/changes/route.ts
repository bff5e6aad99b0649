import { route } from "@/lib/http/route";
import { followChanges } from "@/lib/projects";

export const GET = route(followChanges);
