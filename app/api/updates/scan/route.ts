import { route } from "@/lib/http/route";
import { scanUpdates } from "@/lib/updates";

export const POST = route(scanUpdates);
