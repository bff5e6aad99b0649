import { route } from "@/lib/http/route";
import { revokeToken } from "@/lib/tokens";

export const DELETE = route(revokeToken);
