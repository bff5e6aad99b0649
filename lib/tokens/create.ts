import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { checkGrants } from "@/lib/grants";
import { operation } from "@/lib/operation/define";
import { toTokenRow } from "./row";
import { MadeToken, NewToken } from "./schema";
import { newToken } from "./secret";
import { accessTokens } from "./table";

const DAY_MS = 24 * 3600 * 1000;

export const createToken = operation({
  id: "tokens.create",
  rest: "POST /api/tokens",
  summary:
    "Make a token that acts as the caller in the organization, or only within the grants that are given. Its secret is in this answer and nowhere else.",
  permission: "account",
  input: NewToken,
  output: MadeToken,
  status: 201,
  async run(caller, { name, readOnly, expiresInDays, grants }) {
    const { organizationId, userId } = caller;
    if (!organizationId) {
      throw new Refusal("FORBIDDEN", {
        message: "A token belongs to an organization, and you are in none. Create one first.",
      });
    }
    if (grants?.length === 0) throw new Refusal("EMPTY_GRANTS");
    const { token, hash, prefix } = newToken();
    const [row] = await db()
      .insert(accessTokens)
      .values({
        hash,
        prefix,
        name,
        organizationId,
        userId,
        readOnly,
        grants: grants ? await checkGrants(caller, grants, organizationId) : null,
        expiresAt: expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS),
      })
      .returning();
    if (!row) throw new Error("an insert returned no row");
    return { ...toTokenRow(row), token };
  },
});
