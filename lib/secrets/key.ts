import { hkdfSync } from "node:crypto";

const derived = new Map<string, Buffer>();

/**
 * A 256-bit key for one purpose, derived from a secret of the instance (HKDF-SHA256, RFC 5869).
 * @param label names the purpose, such as `roadstead/env/v1`; two purposes never share a key
 */
export function keyFor(label: string, secret: string): Buffer {
  const cached = derived.get(`${label}\n${secret}`);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync("sha256", secret, "", label, 32));
  derived.set(`${label}\n${secret}`, key);
  return key;
}
