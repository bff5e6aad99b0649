import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Refusal } from "@/lib/access/refusal";
import { keyFor } from "./key";
import { type Ring, type Secret, secretRing } from "./ring";

/** The one place a secret belongs to: a ciphertext opens nowhere else. */
export type SecretBinding = { projectId: string; service: string; key: string };

const LABEL = "roadstead/env/v1";
const VERSION = "v2";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for one place with AES-256-GCM, under the instance's current secret.
 * @returns the envelope `v2.<number of the secret>.<iv>.<ciphertext and tag>`, the last two base64url
 */
export function sealSecret(text: string, binding: SecretBinding, { current }: Ring = secretRing()): string {
  const iv = randomBytes(IV_BYTES);
  const key = keyFor(LABEL, current.value);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(binding));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, current.id, iv.toString("base64url"), sealed.toString("base64url")].join(".");
}

/**
 * The text of an envelope made for exactly this binding, under any secret that this instance knows. Those of version 1
 * do not say which, so each is tried.
 * @throws Refusal SECRET_UNREADABLE for anything else: moved, altered, of another instance or version. Never a
 * part of a text, never an empty string instead.
 */
export function openSecret(envelope: string, binding: SecretBinding, ring: Ring = ringFor(envelope)): string {
  const { secrets, iv, sealed } = parse(envelope, ring);
  for (const { value } of secrets) {
    try {
      return decrypt(keyFor(LABEL, value), binding, iv, sealed);
    } catch {
      // Another secret may be the right one; when none is, the refusal says so.
    }
  }
  throw new Refusal("SECRET_UNREADABLE", {
    message: `The stored secret ${binding.key} of ${binding.service} cannot be decrypted, so nothing was done. BETTER_AUTH_SECRET must be the one it was stored with, or BETTER_AUTH_SECRETS must list it.`,
  });
}

/** Whether an envelope is one that would be made now: of this version, under the current secret. */
export function isCurrent(envelope: string, { current }: Ring): boolean {
  return envelope.startsWith(`${VERSION}.${current.id}.`);
}

/** The ring of this instance; of an envelope under a secret not heard of yet it is read anew. */
function ringFor(envelope: string): Ring {
  const ring = secretRing();
  const isKnown = ring.all.some(({ id }) => envelope.startsWith(`${VERSION}.${id}.`));
  return isKnown ? ring : secretRing(undefined, { fresh: true });
}

type Parsed = { secrets: readonly Secret[]; iv: string; sealed: string };
const UNREADABLE: Parsed = { secrets: [], iv: "", sealed: "" };

function parse(envelope: string, { all }: Ring): Parsed {
  const parts = envelope.split(".");
  if (parts[0] === "v1" && parts.length === 3) {
    const [, iv = "", sealed = ""] = parts;
    return { secrets: all, iv, sealed };
  }
  if (parts[0] !== VERSION || parts.length !== 4) return UNREADABLE;
  const [, id = "", iv = "", sealed = ""] = parts;
  return { secrets: all.filter((secret) => String(secret.id) === id), iv, sealed };
}

function decrypt(key: Buffer, binding: SecretBinding, iv: string, sealed: string): string {
  const bytes = decode(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, decode(iv, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(binding));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
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
