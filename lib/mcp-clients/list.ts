import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { clientRows } from "./rows";
import { McpClientRow } from "./schema";

export const listMcpClients = operation({
  id: "mcpClients.list",
  rest: "GET /api/mcp-clients",
  summary:
    "List the AI clients that act for the caller, with what each may do; in every organization of theirs.",
  permission: "account",
  input: z.object({}),
  output: z.object({ data: z.array(McpClientRow) }),
  async run({ userId }) {
    return { data: await clientRows(userId) };
  },
});
