import { isAPIError } from "better-auth/api";
import { Refusal } from "@/lib/access/refusal";
import { getAuth } from "./auth";
import { refusalOf } from "./library-errors";

type Api = Awaited<ReturnType<typeof getAuth>>["api"];

/**
 * Asks the auth library from a page or a server action, under the same gates as its routes; cookies it sets go with the
 * action's answer.
 * @throws Refusal whatever the library refuses, in our words; AUTH_UNAVAILABLE when it fails
 */
export async function askLibrary<T>(ask: (api: Api) => Promise<T>): Promise<T> {
  try {
    return await ask((await getAuth()).api);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    // Told by its name: the pages and the API each have a copy of the library, and so of the class.
    if (!isAPIError(cause)) throw new Refusal("AUTH_UNAVAILABLE", { cause });
    const body = cause.body ?? {};
    throw refusalOf(cause.statusCode, body) ?? new Refusal("FORBIDDEN", { message: body.message });
  }
}
