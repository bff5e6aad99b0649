import { followDeployment, listDeploymentLogs } from "@/lib/deployments";
import { route } from "@/lib/http/route";

export const GET = route(listDeploymentLogs, { stream: followDeployment });
