import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { callerOf } from "@/lib/auth/caller-of";
import { limitCaller, limitStranger } from "@/lib/rate-limits";

/** Who asks at which door, counted. @throws Refusal as `callerOf` does, and RATE_LIMITED */
export async function callerWithinLimits(
  headers: Headers,
  where?: Parameters<typeof callerOf>[1],
): Promise<Caller> {
  try {
    const caller = await callerOf(headers, where);
    limitCaller(caller);
    return caller;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) limitStranger(headers);
    throw error;
  }
}
