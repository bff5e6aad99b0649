import { rollBackDeployment } from "@/lib/deployments";
import { route } from "@/lib/http/route";

export const POST = route(rollBackDeployment);
