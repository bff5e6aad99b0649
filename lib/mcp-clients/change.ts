import { and, eq, sql } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { checkLimits } from "./limits";
import { clientRows } from "./rows";
import { ChangedLimits, McpClientRow } from "./schema";
import { mcpBindings } from "./table";

export const changeMcpClient = operation({
  id: "mcpClients.change",
  rest: "PATCH /api/mcp-clients/{clientId}",
  summary:
    "Change what an AI client may do for the caller, from its next request on; what is left out stays.",
  permission: "account",
  input: ChangedLimits,
  output: McpClientRow,
  async run(caller, { clientId, ...changed }) {
    const [present] = await clientRows(caller.userId, clientId);
    if (!present) throw new Refusal("NOT_FOUND");
    const { scoped: _, ...limits } = present.binding;
    // What stays was checked when it was given, and is cut down again at each use.
    const reaches = changed.grants !== undefined || changed.organizationId !== undefined;
    const { readOnly, propose } = changed;
    const kept = reaches ? await checkLimits(caller, { ...limits, ...changed }) : { readOnly, propose };
    await db()
      .update(mcpBindings)
      .set({ ...kept, updatedAt: sql`now()` })
      .where(and(eq(mcpBindings.clientId, clientId), eq(mcpBindings.userId, caller.userId)));
    const [row] = await clientRows(caller.userId, clientId);
    if (!row) throw new Refusal("NOT_FOUND");
    return row;
  },
});
