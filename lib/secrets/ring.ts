import { hkdfSync } from "node:crypto";
import type { Settings } from "@/lib/settings";
import { authSecrets } from "./auth-secret";

/** One secret of the instance. Its number is derived from it, so that no setting can give it another one. */
export type Secret = { id: number; value: string };

/** The secrets this instance knows: what is written goes under the first, what is read may be under any. */
export type Ring = { current: Secret; all: readonly Secret[] };

const ID_BYTES = 6;
const numbered = new Map<string, Secret>();

function numberOf(value: string): Secret {
  const known = numbered.get(value);
  if (known) return known;
  const bytes = Buffer.from(hkdfSync("sha256", value, "", "roadstead/secret-number/v1", ID_BYTES));
  const secret = { id: bytes.readUIntBE(0, ID_BYTES), value };
  numbered.set(value, secret);
  return secret;
}

/** A ring of these secrets, the current one first. */
export function ringOf(values: readonly string[]): Ring {
  const all = values.map(numberOf);
  const [current] = all;
  if (!current) throw new Error("an instance has at least one secret");
  return { current, all };
}

/**
 * The secrets of this instance, the current one first.
 * @param options.fresh looks at the data folder now; else at most once a second
 */
export function secretRing(settings?: Settings, options?: { fresh: boolean }): Ring {
  return ringOf(authSecrets(settings, options));
}
