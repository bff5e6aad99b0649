import { cancelDeployment } from "@/lib/deployments";
import { route } from "@/lib/http/route";

export const POST = route(cancelDeployment);
