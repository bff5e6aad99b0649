import { route } from "@/lib/http/route";
import { unblockPerson } from "@/lib/people";

export const POST = route(unblockPerson);
