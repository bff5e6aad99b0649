import { hash, verify } from "@node-rs/argon2";

// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id over the NFKC form (RFC 9106; Unicode Annex 15), computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), COST);
}

/** Whether the password is the hashed one; a hash that cannot be read matches nothing. */
export async function verifyPassword(input: { hash: string; password: string }): Promise<boolean> {
  return verify(input.hash, input.password.normalize("NFKC")).catch(() => false);
}
