import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { toTokenRow } from "./row";
import { TokenRow } from "./schema";
import { accessTokens } from "./table";

export const listTokens = operation({
  id: "tokens.list",
  rest: "GET /api/tokens",
  summary: "List the caller's own tokens of the organization, newest first; never their secrets.",
  permission: "account",
  input: z.object({}),
  output: z.object({ data: z.array(TokenRow) }),
  async run({ userId, organizationId }) {
    const rows = await db()
      .select()
      .from(accessTokens)
      .where(and(eq(accessTokens.userId, userId), eq(accessTokens.organizationId, organizationId)))
      .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));
    return { data: rows.map(toTokenRow) };
  },
});
