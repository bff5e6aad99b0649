import { isAPIError } from "better-auth/api";
import { z } from "zod";
import { invalidInput } from "@/lib/access/invalid-input";
import { Refusal } from "@/lib/access/refusal";
import { limitAuthAttempts } from "@/lib/rate-limits";
import { getAuth } from "../auth";
import { NewPassword } from "../password-rule";
import { createResetLink, isLiveToken, type ProofStore } from "./link";
import { requestReset } from "./request";

const Reset = z.object({ token: z.string().max(200), password: NewPassword });

/**
 * Sets a new password by the token of a reset link, for a server action. All sessions of the person end; a second
 * factor stays.
 * @throws Refusal VALIDATION_ERROR naming the field, RESET_LINK_INVALID, RATE_LIMITED, AUTH_UNAVAILABLE
 */
export async function resetPassword(input: unknown, headers: Headers): Promise<void> {
  await limitAuthAttempts(headers);
  const parsed = Reset.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { token, password: newPassword } = parsed.data;
  try {
    await (await getAuth()).api.resetPassword({ body: { token, newPassword }, headers });
  } catch (cause) {
    if (isAPIError(cause) && cause.statusCode < 500) throw new Refusal("RESET_LINK_INVALID");
    throw new Refusal("AUTH_UNAVAILABLE", { cause });
  }
}

/**
 * Asks for a reset link by mail, for a server action; see `requestReset` for what it does not tell.
 * @throws Refusal VALIDATION_ERROR, MAIL_NOT_SET_UP, RATE_LIMITED
 */
export async function askForReset(input: unknown, headers: Headers): Promise<void> {
  await limitAuthAttempts(headers);
  requestReset(input, await proofStore());
}

/** Whether a reset link with this token would work now; looking does not use it up. */
export async function resetLinkWorks(token: unknown): Promise<boolean> {
  return isLiveToken(await proofStore(), token);
}

/** Makes a link for one person that an admin hands over; the caller checks who asks. */
export async function createResetLinkFor(userId: string): Promise<{ url: string; expiresAt: Date }> {
  return createResetLink(await proofStore(), userId);
}

async function proofStore(): Promise<ProofStore> {
  return (await (await getAuth()).$context).internalAdapter;
}
