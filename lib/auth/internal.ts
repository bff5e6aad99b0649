import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "@/lib/access/refusal";
import { internalToken } from "@/lib/secrets/auth-secret";

/**
 * Lets through only a program on this server that can read the internal token; never a browser.
 * @throws Refusal BROWSER_NOT_ALLOWED, UNAUTHORIZED
 */
export function requireInternal(headers: Headers): void {
  // Browsers send these by themselves and cannot leave them out; Node's fetch sends neither.
  if (headers.has("origin") || headers.has("sec-fetch-site")) throw new Refusal("BROWSER_NOT_ALLOWED");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = headers.get("x-internal-token") ?? "";
  if (!timingSafeEqual(digest(given), digest(internalToken()))) {
    throw new Refusal("UNAUTHORIZED", {
      message: "Send the internal token of this instance in X-Internal-Token.",
    });
  }
}
