import { route } from "@/lib/http/route";
import { listDeliveries } from "@/lib/notifications";

export const GET = route(listDeliveries);
