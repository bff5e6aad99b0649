import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "@/lib/access/refusal";
import { limitAuthAttempts } from "@/lib/rate-limits";
import { settings } from "@/lib/settings";
import { directHeader } from "../peer";
import { CLIENT_ID, returnAddress } from "./cloud";
import { beginHandOff } from "./hand-offs";

/** Whether people of this instance sign in at the cloud: a desktop that was told so. */
export function signsInByCloud(): boolean {
  const { deployMode, authMode } = settings();
  return deployMode === "desktop" && authMode === "cloud";
}

const random = () => randomBytes(32).toString("base64url");

/**
 * Begins a sign-in at the cloud for the sign-in page, as a desktop app does with the internal token. Only for who sits
 * at this machine, and with less: a person is made for it while there is nobody yet.
 * @returns where to sign in (an authorization request of OAuth 2.1, RFC 7636), and the nonce to poll
 * @throws Refusal NOT_FOUND where people sign in otherwise, CLOUD_NOT_SET_UP, UNAUTHORIZED from elsewhere, RATE_LIMITED
 */
export async function beginCloudSignIn(headers: Headers): Promise<{ url: string; nonce: string }> {
  if (!signsInByCloud()) throw new Refusal("NOT_FOUND");
  const { cloudUrl } = settings();
  if (!cloudUrl) throw new Refusal("CLOUD_NOT_SET_UP");
  if (headers.get(directHeader()) !== "yes") throw new Refusal("UNAUTHORIZED");
  await limitAuthAttempts(headers);
  const [nonce, state, verifier] = [random(), random(), random()];
  beginHandOff({ nonce, state, code_verifier: verifier }, "first");
  const url = new URL(`${cloudUrl}/api/auth/oauth2/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT_ID,
    redirect_uri: returnAddress(),
    scope: "openid profile email",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  return { url: url.href, nonce };
}
