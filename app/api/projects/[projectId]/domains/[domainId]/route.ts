import { removeDomain } from "@/lib/domains";
import { route } from "@/lib/http/route";

export const DELETE = route(removeDomain);
