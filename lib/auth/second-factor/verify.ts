import { z } from "zod";
import { invalidInput } from "@/lib/access/invalid-input";
import { limitAuthAttempts } from "@/lib/rate-limits";
import { getAuth } from "../auth";
import { refusalFrom } from "../library-errors";

// People copy codes with the spaces that their authenticator or printer puts between.
const typed = (what: z.ZodString) =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(what);

const Proof = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("code"),
    code: typed(z.string().regex(/^\d{6}$/, "Write the six digits that your authenticator shows.")),
  }),
  z.object({
    kind: z.literal("recovery"),
    code: typed(z.string().min(1, "Write one of your recovery codes.").max(40, "This is too long for one.")),
  }),
]);

/**
 * Until when the challenge that a browser got after its first factor can be answered.
 * @returns undefined without a challenge, or when it is over
 */
export async function pendingChallenge(headers: Headers): Promise<string | undefined> {
  try {
    return (await (await getAuth()).api.showChallenge({ headers })).expiresAt;
  } catch (cause) {
    const refusal = refusalFrom(cause);
    if (refusal.code === "CHALLENGE_EXPIRED") return undefined;
    throw refusal;
  }
}

/**
 * Answers the challenge, for a server action: the session cookie is set on its response.
 * @throws Refusal VALIDATION_ERROR naming the field, INVALID_CODE, INVALID_RECOVERY_CODE, CHALLENGE_EXPIRED,
 * TOO_MANY_ATTEMPTS, RATE_LIMITED, AUTH_UNAVAILABLE
 */
export async function verifySecondFactor(input: unknown, headers: Headers): Promise<void> {
  const parsed = Proof.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { kind, code } = parsed.data;
  try {
    await limitAuthAttempts(headers);
    const { api } = await getAuth();
    if (kind === "code") await api.verifyTOTP({ body: { code }, headers });
    else await api.verifyBackupCode({ body: { code }, headers });
  } catch (cause) {
    throw refusalFrom(cause);
  }
}
