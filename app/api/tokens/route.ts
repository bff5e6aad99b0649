import { route } from "@/lib/http/route";
import { createToken, listTokens } from "@/lib/tokens";

export const GET = route(listTokens);
export const POST = route(createToken);
