import { route } from "@/lib/http/route";
import { listRegistries, setRegistry } from "@/lib/registries";

export const GET = route(listRegistries);
export const PUT = route(setRegistry);
