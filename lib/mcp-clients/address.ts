import { baseUrl } from "@/lib/auth/base-url";

/** Where AI clients call, which is also the one audience their tokens are for (RFC 8707). */
export function mcpAddress(): string {
  return `${baseUrl()}/api/mcp`;
}

/** The authorization server as clients know it (RFC 8414, section 2); the base of its routes. */
export function mcpIssuer(): string {
  return `${baseUrl()}/api/auth`;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Why AI clients cannot sign in here; undefined when they can. Codes and tokens must not pass in the open. */
export function mcpSignInOff(): string | undefined {
  const { protocol, hostname } = new URL(baseUrl());
  if (protocol === "https:" || LOOPBACK.includes(hostname)) return undefined;
  return "AI clients sign in over HTTPS only, and this instance is reached by http. Set ROADSTEAD_PUBLIC_URL to an https address, or give the client a personal access token.";
}
