import { validateDefinition } from "@/lib/apps";
import { route } from "@/lib/http/route";

export const POST = route(validateDefinition);
