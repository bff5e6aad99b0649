import { route } from "@/lib/http/route";
import { showConnection } from "@/lib/projects";

export const GET = route(showConnection);
