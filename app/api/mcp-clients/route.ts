import { route } from "@/lib/http/route";
import { listMcpClients } from "@/lib/mcp-clients";

export const GET = route(listMcpClients);
