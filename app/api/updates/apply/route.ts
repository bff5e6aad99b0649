import { route } from "@/lib/http/route";
import { applyAllUpdates } from "@/lib/updates";

export const POST = route(applyAllUpdates);
