import type { GenericEndpointContext } from "better-auth";
import { APIError, isAPIError } from "better-auth/api";
import { mcpAddress } from "@/lib/mcp-clients/address";

/** An error in the shape of OAuth (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
export function oauthError(error: string, description: string): APIError {
  return new APIError("BAD_REQUEST", { error, error_description: description } as { message?: string });
}

/** Tokens are for `/api/mcp` and nothing else (RFC 8707, section 2.2). @throws APIError invalid_target */
export async function requireOurResource({ request }: GenericEndpointContext): Promise<void> {
  const asked = new URLSearchParams(await request?.clone().text()).getAll("resource");
  if (asked.some((resource) => resource !== mcpAddress())) throw notOurs();
}

export function notOurs(): APIError {
  return oauthError("invalid_target", `Tokens are given for ${mcpAddress()} only.`);
}

// What the library calls by other names than RFC 6749, section 5.2: a code or token that is worth nothing now.
const WORTH_NOTHING = ["session no longer exists", "user not found"];

/** Passes on what the library answers, with its errors under their right names. */
export async function spokenRightly<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    const { error: code, error_description: description } = (error.body ?? {}) as Record<string, string>;
    const isGrant =
      (error.statusCode === 401 && code === "invalid_request") ||
      code === "invalid_user" ||
      WORTH_NOTHING.includes(description ?? "");
    throw isGrant ? oauthError("invalid_grant", description ?? "This is not accepted.") : error;
  }
}
