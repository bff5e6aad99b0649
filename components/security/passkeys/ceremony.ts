import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { type AuthAnswer, askAuth } from "../ask-auth";

/** Asks for a passkey and signs in with it. @returns whether a second factor is still asked for */
export async function signInWithPasskey(autofill = false): Promise<AuthAnswer<{ secondFactor: boolean }>> {
  const options = await askAuth<PublicKeyCredentialRequestOptionsJSON>(
    "passkey/generate-authenticate-options",
  );
  if (!options.ok) return options;
  try {
    const response = await startAuthentication({ optionsJSON: options.value, useBrowserAutofill: autofill });
    const answer = await askAuth<object>("passkey/verify-authentication", { response });
    return answer.ok ? { ok: true, value: { secondFactor: "twoFactorRedirect" in answer.value } } : answer;
  } catch (error) {
    return inWords(error, "No passkey was used. Try again, or sign in another way.");
  }
}

/** Whether the browser can offer passkeys among what it fills in. */
export async function canAutofill(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill().catch(() => false);
}

/** Stops waiting for a passkey, when the page that asked for it is left. */
export function stopWaiting(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Makes a passkey on a device of the person's choice and keeps it under this name. */
export async function registerPasskey(name: string): Promise<AuthAnswer<unknown>> {
  const query = new URLSearchParams({ name });
  const path = `passkey/generate-register-options?${query}`;
  const options = await askAuth<PublicKeyCredentialCreationOptionsJSON>(path);
  if (!options.ok) return options;
  try {
    const response = await startRegistration({ optionsJSON: options.value });
    return await askAuth("passkey/verify-registration", { response, name });
  } catch (error) {
    return inWords(error, "No passkey was made. Try again when your device is ready.");
  }
}

// Browsers do not tell a person who declined from a device that did not answer.
function inWords(error: unknown, otherwise: string) {
  const code = error instanceof WebAuthnError ? error.code : "CANCELLED";
  const failed = { ok: false as const, code, issues: [] };
  if (code === "ERROR_CEREMONY_ABORTED") return { ...failed, message: otherwise };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return { ...failed, message: "This device has a passkey for your account already." };
  if (code === "ERROR_INVALID_DOMAIN" || code === "ERROR_INVALID_RP_ID")
    return { ...failed, message: "Passkeys do not work at this address. Open the instance by its name." };
  return { ...failed, message: otherwise };
}
