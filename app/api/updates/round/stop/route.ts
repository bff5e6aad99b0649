import { route } from "@/lib/http/route";
import { stopUpdateRound } from "@/lib/updates";

export const POST = route(stopUpdateRound);
