import { route } from "@/lib/http/route";
import { blockPerson } from "@/lib/people";

export const POST = route(blockPerson);
