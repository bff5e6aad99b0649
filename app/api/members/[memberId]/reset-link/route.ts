import { route } from "@/lib/http/route";
import { makeResetLink } from "@/lib/members";

export const POST = route(makeResetLink);
