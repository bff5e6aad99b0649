import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { TokenId } from "./schema";
import { accessTokens } from "./table";

export const revokeToken = operation({
  id: "tokens.revoke",
  rest: "DELETE /api/tokens/{tokenId}",
  summary: "Revoke one of the caller's own tokens of the organization; its next request is refused.",
  permission: "account",
  input: z.object({ tokenId: TokenId }),
  output: z.void(),
  status: 204,
  async run({ userId, organizationId }, { tokenId }) {
    const own = and(eq(accessTokens.userId, userId), eq(accessTokens.organizationId, organizationId));
    const [gone] = await db()
      .delete(accessTokens)
      .where(and(own, eq(accessTokens.id, tokenId)))
      .returning({ id: accessTokens.id });
    if (!gone) throw new Refusal("NOT_FOUND");
  },
});
