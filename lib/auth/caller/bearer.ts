import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { mcpCaller } from "@/lib/mcp-clients/mcp-caller";
import { tokenCaller } from "@/lib/tokens/token-caller";

/** Where a request knocks. Tokens of AI clients are for `/api/mcp` and no other place (RFC 8707). */
export type Door = "api" | "mcp";

// RFC 6750, section 2.1; the scheme in any case (RFC 9110, section 11.1).
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * The caller of a bearer token. Another scheme, or no token at all, is a wrong token: nothing falls back to a cookie.
 * @param authorization the header as it was sent
 * @throws Refusal INVALID_TOKEN when it is wrong, expired or revoked, TOKEN_ORG_SCOPE when X-Organization-Id names an
 * organization that it is not for, MCP_CLIENT_UNBOUND when an AI client is allowed nothing
 */
export async function bearerCaller(authorization: string, headers: Headers, door: Door): Promise<Caller> {
  const token = BEARER.exec(authorization)?.[1] ?? "";
  const caller =
    (await tokenCaller(token, headers)) ?? (door === "mcp" ? await mcpCaller(token, headers) : undefined);
  if (!caller) throw new Refusal("INVALID_TOKEN");
  return caller;
}
