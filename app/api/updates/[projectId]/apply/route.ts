import { route } from "@/lib/http/route";
import { applyUpdate } from "@/lib/updates";

export const POST = route(applyUpdate);
