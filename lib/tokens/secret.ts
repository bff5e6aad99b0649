import { createHash, randomBytes } from "node:crypto";

/** What a token begins with, so that people and scanners of leaked secrets know it for what it is. */
const PREFIX = "roadstead_pat_";
const FORMAT = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);
// Told from others by its beginning: 24 of its 256 bits.
const SHOWN = PREFIX.length + 4;

/** A fresh token of 256 random bits, with what is kept of it. The token itself is never stored. */
export function newToken(): { token: string; hash: string; prefix: string } {
  const token = PREFIX + randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token), prefix: token.slice(0, SHOWN) };
}

/** Whether this is written as a token is; anything else is refused without asking the database. */
export function isToken(text: string): boolean {
  return FORMAT.test(text);
}

/** SHA-256, hex. No salt and no cost: nobody guesses 256 random bits. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
