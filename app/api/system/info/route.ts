import { route } from "@/lib/http/route";
import { showSystemInfo } from "@/lib/system";

export const GET = route(showSystemInfo);
