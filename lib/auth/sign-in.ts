import { isAPIError } from "better-auth/api";
import { z } from "zod";
import { invalidInput } from "@/lib/access/invalid-input";
import { Refusal } from "@/lib/access/refusal";
import { limitAuthAttempts } from "@/lib/rate-limits";
import { getAuth } from "./auth";

const Credentials = z.object({
  email: z.email("Write your e-mail address, such as maren@example.org.").max(254),
  password: z.string().min(1, "Write your password.").max(256, "A password has at most 128 characters."),
});

/**
 * Signs in with a password, for a server action: the session cookie is set on its response.
 * @returns whether a second factor is still asked for; then the cookie is that of a challenge, and there is no session
 * @throws Refusal VALIDATION_ERROR naming the field, INVALID_CREDENTIALS, USER_BANNED, RATE_LIMITED, AUTH_UNAVAILABLE
 */
export async function signInWithPassword(
  input: unknown,
  headers: Headers,
): Promise<{ secondFactor: boolean }> {
  const parsed = Credentials.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  try {
    await limitAuthAttempts(headers);
    const answer = await (await getAuth()).api.signInEmail({ body: parsed.data, headers });
    return { secondFactor: "twoFactorRedirect" in answer };
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    // Whether the address exists is nobody's business: one answer for both.
    // Told by its name: the pages and the API each have a copy of the library, and so of the class.
    if (isAPIError(cause) && cause.body?.code === "USER_BANNED") throw new Refusal("USER_BANNED");
    if (isAPIError(cause) && cause.statusCode < 500) throw new Refusal("INVALID_CREDENTIALS");
    throw new Refusal("AUTH_UNAVAILABLE", { cause });
  }
}

/** Ends the session of these headers; without one nothing happens. */
export async function signOut(headers: Headers): Promise<void> {
  await (await getAuth()).api.signOut({ headers });
}
