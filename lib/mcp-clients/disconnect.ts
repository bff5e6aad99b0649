import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { ClientId } from "./schema";
import { mcpBindings, oauthAccessTokens, oauthClients, oauthConsents, oauthRefreshTokens } from "./table";

export const disconnectMcpClient = operation({
  id: "mcpClients.disconnect",
  rest: "DELETE /api/mcp-clients/{clientId}",
  summary:
    "Disconnect an AI client: its tokens are refused from now on, and to come back it has to be allowed anew.",
  permission: "account",
  input: z.object({ clientId: ClientId }),
  output: z.void(),
  status: 204,
  async run({ userId }, { clientId }) {
    await db().transaction(async (tx) => {
      // The binding first: whoever is being given a token holds it, and what they get is found below.
      const [gone] = await tx
        .delete(mcpBindings)
        .where(and(eq(mcpBindings.clientId, clientId), eq(mcpBindings.userId, userId)))
        .returning({ id: mcpBindings.id });
      if (!gone) throw new Refusal("NOT_FOUND");
      for (const table of [oauthAccessTokens, oauthRefreshTokens, oauthConsents]) {
        await tx.delete(table).where(and(eq(table.clientId, clientId), eq(table.userId, userId)));
      }
      await tx.update(oauthClients).set({ updatedAt: sql`now()` }).where(eq(oauthClients.clientId, clientId));
    });
  },
});
