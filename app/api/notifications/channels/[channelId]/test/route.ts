import { route } from "@/lib/http/route";
import { testChannel } from "@/lib/notifications";

export const POST = route(testChannel);
