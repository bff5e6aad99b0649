import { route } from "@/lib/http/route";
import { listPeople } from "@/lib/people";

export const GET = route(listPeople);
