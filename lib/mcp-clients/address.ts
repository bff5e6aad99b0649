import { baseUrl } from "@/lib/auth/base-url";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Why AI clients cannot sign in here; undefined when they can. Codes and tokens must not pass in the open. */
export function mcpSignInOff(): string | undefined {
  const { protocol, hostname } = new URL(baseUrl());
  if (protocol === "https:" || LOOPBACK.includes(hostname)) return undefined;
  return "AI clients sign in over HTTPS only, and this instance is reached by http. Set ROADSTEAD_PUBLIC_URL to an https address, or give the client a personal access token.";
}
