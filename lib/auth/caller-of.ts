import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { authSecrets } from "@/lib/secrets/auth-secret";
import { noteAtDoor } from "./audit/door";
import { bearerCaller, type Door } from "./caller/bearer";
import { loopbackCaller } from "./caller/loopback";
import { sessionCaller } from "./caller/session";
import { readSessionToken } from "./cookie";
import { admitsZeroAuth } from "./zero-auth/admits";

/**
 * Who a request comes from, by exactly one proof of identity: bearer token, then session cookie, then, where the
 * instance asks for no sign-in, coming from this machine.
 * @param options.door where the request knocks; access tokens of AI clients open `mcp` only
 * @throws Refusal UNAUTHORIZED without a valid session, INVALID_TOKEN with a bearer token that is none of ours,
 * AUTH_UNAVAILABLE when the session cannot be checked: that never falls back to anything
 */
export async function callerOf(headers: Headers, { door = "api" }: { door?: Door } = {}): Promise<Caller> {
  let caller: Caller | undefined;
  try {
    const authorization = headers.get("authorization");
    if (authorization !== null) return await bearerCaller(authorization, headers, door);
    const token = readSessionToken(headers.get("cookie"), authSecrets());
    caller = token ? await sessionCaller(token, headers) : undefined;
    // A cookie that is no session of ours may be another instance's: browsers keep one jar for all ports.
    if (!caller && admitsZeroAuth(headers)) caller = await loopbackCaller(headers);
  } catch (cause) {
    if (cause instanceof Refusal) {
      await noteAtDoor(headers, cause);
      throw cause;
    }
    console.error("a session could not be checked:", cause);
    throw new Refusal("AUTH_UNAVAILABLE", { cause });
  }
  if (!caller) throw new Refusal("UNAUTHORIZED");
  return caller;
}
