import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { callerFromCookies } from "@/lib/auth/page-caller";

/**
 * The caller, for a layout; undefined when nobody is signed in. The page inside sends a stranger to sign in, since
 * only the page knows where to come back to.
 */
export async function signedIn(): Promise<Caller | undefined> {
  try {
    return await callerFromCookies();
  } catch (error) {
    if (error instanceof Refusal && error.code === "UNAUTHORIZED") return undefined;
    throw error;
  }
}
