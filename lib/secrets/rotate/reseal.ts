import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { Refusal } from "@/lib/access/refusal";
import { librarySecretConfig } from "@/lib/auth/secrets";
import type { Ring } from "../ring";
import { isCurrent, openSecret, type SecretBinding, sealSecret } from "../seal";

/** The same text under the current secret; an envelope that is there already comes back as it is. @throws Refusal SECRET_UNREADABLE */
export function reseal(envelope: string, binding: SecretBinding, ring: Ring): string {
  return isCurrent(envelope, ring)
    ? envelope
    : sealSecret(openSecret(envelope, binding, ring), binding, ring);
}

/** The same for what the auth library encrypted. A value without a number may be under any secret, so each is tried. */
export async function resealOfLibrary(envelope: string, ring: Ring): Promise<string> {
  if (envelope.startsWith(`$ba$${ring.current.id}$`)) return envelope;
  const config = librarySecretConfig(ring);
  for (const { value } of ring.all) {
    try {
      const data = await symmetricDecrypt({ key: { ...config, legacySecret: value }, data: envelope });
      return await symmetricEncrypt({ key: config, data });
    } catch {
      // Another secret may be the right one; when none is, the refusal says so.
    }
  }
  throw new Refusal("SECRET_UNREADABLE");
}
