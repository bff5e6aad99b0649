import { listAudit } from "@/lib/audit";
import { route } from "@/lib/http/route";

export const GET = route(listAudit);
