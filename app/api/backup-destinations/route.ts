import { addDestination, listDestinations } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const GET = route(listDestinations);
export const POST = route(addDestination);
