import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Refusal } from "@/lib/access/refusal";
import { keyFor } from "./key";

/** The one place a secret belongs to: a ciphertext opens nowhere else. */
export type SecretBinding = { projectId: string; service: string; key: string };

const LABEL = "roadstead/env/v1";
const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for one variable with AES-256-GCM.
 * @returns the envelope `v1.<iv>.<ciphertext and tag>`, both parts base64url
 */
export function sealSecret(text: string, binding: SecretBinding, key = keyFor(LABEL)): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(binding));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${iv.toString("base64url")}.${sealed.toString("base64url")}`;
}

/**
 * The text of an envelope made for exactly this binding.
 * @throws Refusal SECRET_UNREADABLE for anything else: moved, altered, of another instance or version. Never a
 * part of a text, never an empty string instead.
 */
export function openSecret(envelope: string, binding: SecretBinding, key = keyFor(LABEL)): string {
  try {
    const [version, iv, sealed, ...rest] = envelope.split(".");
    if (version !== VERSION || iv === undefined || sealed === undefined || rest.length > 0)
      throw new Error("shape");
    const bytes = decode(sealed);
    const decipher = createDecipheriv("aes-256-gcm", key, decode(iv, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(binding));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    throw new Refusal("SECRET_UNREADABLE", {
      message: `The stored secret ${binding.key} of ${binding.service} cannot be decrypted, so nothing was done. BETTER_AUTH_SECRET must be the one it was stored with.`,
    });
  }
}

// A JSON list keeps the boundaries: no two bindings read alike, whatever their names contain.
function associatedData({ projectId, service, key }: SecretBinding): Buffer {
  return Buffer.from(JSON.stringify([LABEL, projectId, service, key]), "utf8");
}

function decode(part: string, length?: number): Buffer {
  const bytes = Buffer.from(part, "base64url");
  // Node skips what is not base64url; an envelope has exactly one spelling.
  if (bytes.toString("base64url") !== part) throw new Error("encoding");
  if (length === undefined ? bytes.length < TAG_BYTES : bytes.length !== length) throw new Error("length");
  return bytes;
}
