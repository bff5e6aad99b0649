import { listDeployments } from "@/lib/deployments";
import { route } from "@/lib/http/route";

export const GET = route(listDeployments);
