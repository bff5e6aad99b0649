import { route } from "@/lib/http/route";
import { listUpdates } from "@/lib/updates";

export const GET = route(listUpdates);
