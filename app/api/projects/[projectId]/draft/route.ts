import { route } from "@/lib/http/route";
import { showDraft } from "@/lib/projects";

export const GET = route(showDraft);
