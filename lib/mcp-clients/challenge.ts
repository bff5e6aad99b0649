import { baseUrl } from "@/lib/auth/base-url";
import { mcpSignInOff } from "./address";

/** Where the description of `/api/mcp` as a protected resource is found (RFC 9728, section 3.1). */
export function resourceMetadataUrl(): string {
  return `${baseUrl()}/.well-known/oauth-protected-resource/api/mcp`;
}

/**
 * The WWW-Authenticate header of a 401 of `/api/mcp`, which tells an AI client where to begin (RFC 9728, section 5.1).
 * @param error why a token that was sent is not accepted, such as `invalid_token` (RFC 6750, section 3.1); leave it out
 * when none was
 */
export function mcpChallenge(error?: string): string {
  const says = [
    mcpSignInOff() ? 'realm="roadstead"' : `resource_metadata="${resourceMetadataUrl()}"`,
    ...(error ? [`error="${error.replace(/[^\x20-\x7e]|["\\]/g, "")}"`] : []),
  ];
  return `Bearer ${says.join(", ")}`;
}
