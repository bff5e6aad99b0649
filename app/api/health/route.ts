import { route } from "@/lib/http/route";
import { showHealth } from "@/lib/system";

export const GET = route(showHealth);
