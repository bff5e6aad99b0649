import { mcpAddress, mcpIssuer } from "./address";

/** What a client may ask for: the tools, and to stay signed in by a refresh token. What it may do is the binding's. */
export const SCOPES = ["mcp", "offline_access"] as const;

/** The authorization server's description of itself (RFC 8414): what is said here, and nothing else, works. */
export function authorizationServerMetadata() {
  const issuer = mcpIssuer();
  return {
    issuer,
    authorization_endpoint: `${issuer}/mcp/authorize`,
    token_endpoint: `${issuer}/mcp/token`,
    registration_endpoint: `${issuer}/mcp/register`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** The description of `/api/mcp` as a protected resource (RFC 9728). */
export function protectedResourceMetadata() {
  return {
    resource: mcpAddress(),
    resource_name: "Roadstead",
    authorization_servers: [mcpIssuer()],
    // With offline_access, since the official client asks for what stands here and gets no refresh token without it.
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
  };
}
