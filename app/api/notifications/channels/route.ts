import { route } from "@/lib/http/route";
import { addChannel, listChannels } from "@/lib/notifications";

export const GET = route(listChannels);
export const POST = route(addChannel);
