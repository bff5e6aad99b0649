import type { GenericEndpointContext } from "better-auth";
import { getSessionFromCtx, isAPIError } from "better-auth/api";
import { mcpAddress } from "@/lib/mcp-clients/address";
import { admitsZeroAuth } from "../zero-auth/admits";
import { beginLocalSession } from "../zero-auth/begin-session";

/** Where a person is asked. It also sends who is not signed in to sign in, and says what is wrong with a request. */
export const CONSENT_PAGE = "/mcp/consent";

const CARRIED = ["response_type", "client_id", "redirect_uri", "state", "code_challenge_method"];
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/; // base64url of a SHA-256 (RFC 7636, section 4.2)

/**
 * A client's request in the words of OAuth 2.1; what others add to them is ignored (RFC 6749, section 3.1). A person is
 * asked each time: anybody on this machine can name the id of a client that was allowed before (RFC 8252, section 8.6).
 */
export function authorizationRequest(query: Record<string, unknown>): Record<string, unknown> {
  const { scope, resource, code_challenge: challenge } = query;
  return {
    ...Object.fromEntries(CARRIED.map((name) => [name, query[name]])),
    scope: typeof scope === "string" && scope.trim() === "" ? undefined : scope,
    code_challenge: typeof challenge === "string" && CHALLENGE.test(challenge) ? challenge : undefined,
    // Older clients name none, and there is one only.
    resource: resource ?? mcpAddress(),
    prompt: "consent",
  };
}

/** What of a signed request the consent page needs to know. */
export function consentRequest(signedQuery: string) {
  const query = new URLSearchParams(signedQuery);
  return {
    clientId: query.get("client_id") ?? "",
    redirectUri: query.get("redirect_uri") ?? "",
    scopes: query.get("scope")?.split(" ") ?? [],
  };
}

/** Where no sign-in is asked for, the local admin gets the session that the answer to a client hangs on. */
export async function startLocalSession(ctx: GenericEndpointContext): Promise<void> {
  if (ctx.headers && admitsZeroAuth(ctx.headers) && !(await getSessionFromCtx(ctx)))
    await beginLocalSession(ctx);
}

/**
 * Sends the browser where the library decides. What it will not tell the client, since nobody knows whether the
 * address is the client's, is told the person on a page.
 */
export async function redirecting(
  ctx: GenericEndpointContext,
  decide: () => Promise<unknown>,
): Promise<unknown> {
  const to = await decide().then(locationIn, (error) => {
    if (!isAPIError(error) || error.statusCode !== 302) throw error;
    return new Headers(error.headers).get("location") ?? undefined;
  });
  if (!to) throw new Error("an authorization request was answered without a place to go");
  const { errorURL } = ctx.context.options.onAPIError ?? {};
  if (!errorURL || !to.startsWith(`${errorURL}?`)) throw ctx.redirect(to);
  const error = new URL(to).searchParams.get("error") ?? "invalid_request";
  throw ctx.redirect(`${CONSENT_PAGE}?${new URLSearchParams({ error })}`);
}

function locationIn(answer: unknown): string | undefined {
  const { url } = (answer ?? {}) as { url?: unknown };
  return typeof url === "string" ? url : undefined;
}
