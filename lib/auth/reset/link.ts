import { randomBytes } from "node:crypto";
import type { AuthContext } from "better-auth";
import { baseUrl } from "../base-url";

/** Where the auth library keeps proofs such as the token of a reset link. */
export type ProofStore = Pick<
  AuthContext["internalAdapter"],
  "createVerificationValue" | "findVerificationValue"
>;

const LASTS_MS = 3600_000;

/**
 * Makes a link under which this person can choose a new password, once and within the hour. The database keeps a hash
 * of its token only. It begins with this instance's own address, whatever address the request was sent to.
 */
export async function createResetLink(
  store: ProofStore,
  userId: string,
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LASTS_MS);
  await store.createVerificationValue({ identifier: identifierOf(token), value: userId, expiresAt });
  return { url: `${baseUrl()}/reset-password?token=${token}`, expiresAt };
}

/** Whether a link with this token would work now; looking does not use it up. */
export async function isLiveToken(store: ProofStore, token: unknown): Promise<boolean> {
  return (await personOfToken(store, token)) !== undefined;
}

/** Whose password a link with this token would set now; looking does not use it up. */
export async function personOfToken(store: ProofStore, token: unknown): Promise<string | undefined> {
  if (typeof token !== "string" || !/^[\w-]{43}$/.test(token)) return undefined;
  const found = await store.findVerificationValue(identifierOf(token));
  return found !== null && found.expiresAt > new Date() ? found.value : undefined;
}

// The auth library's own name for it: its /reset-password takes such a token.
const identifierOf = (token: string) => `reset-password:${token}`;
