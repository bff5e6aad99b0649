import { route } from "@/lib/http/route";
import { changeChannel, removeChannel } from "@/lib/notifications";

export const PATCH = route(changeChannel);
export const DELETE = route(removeChannel);
