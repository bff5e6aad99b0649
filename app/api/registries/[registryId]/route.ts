import { route } from "@/lib/http/route";
import { removeRegistry } from "@/lib/registries";

export const DELETE = route(removeRegistry);
