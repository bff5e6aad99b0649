import { removeDestination } from "@/lib/backups";
import { route } from "@/lib/http/route";

export const DELETE = route(removeDestination);
