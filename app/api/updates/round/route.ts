import { route } from "@/lib/http/route";
import { showUpdateRound } from "@/lib/updates";

export const GET = route(showUpdateRound);
