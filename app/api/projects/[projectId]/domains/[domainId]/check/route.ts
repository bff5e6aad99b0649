import { checkDomain } from "@/lib/domains";
import { route } from "@/lib/http/route";

export const POST = route(checkDomain);
