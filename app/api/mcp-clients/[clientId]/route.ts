import { route } from "@/lib/http/route";
import { changeMcpClient, disconnectMcpClient } from "@/lib/mcp-clients";

export const PATCH = route(changeMcpClient);
export const DELETE = route(disconnectMcpClient);
