import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";

/**
 * The caller of a bearer token (RFC 6750, section 2.1).
 * @param authorization the header as it was sent
 * @throws Refusal INVALID_TOKEN when it is wrong, expired or revoked
 */
export async function bearerCaller(_authorization: string, _headers: Headers): Promise<Caller> {
  throw new Refusal("INVALID_TOKEN");
}
