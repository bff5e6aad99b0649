import type { SecretConfig } from "@better-auth/core";
import { type Ring, secretRing } from "@/lib/secrets/ring";
import { type Settings, settings } from "@/lib/settings";

/**
 * The instance's secrets as the auth library takes them: new values name the secret they are under, by the same number
 * as our own envelopes; a value without a number is from the time of one secret, the oldest that is known.
 */
export function librarySecrets(ring: Ring = secretRing(), given: Settings = settings()) {
  return {
    secrets: ring.all.map(({ id, value }) => ({ version: id, value })),
    secret: given.authSecret ?? ring.all.at(-1)?.value ?? ring.current.value,
  };
}

/** The same, for what encrypts and decrypts beside the library. */
export function librarySecretConfig(ring: Ring = secretRing()): SecretConfig {
  const { secrets, secret } = librarySecrets(ring);
  return {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: ring.current.id,
    legacySecret: secret,
  };
}
