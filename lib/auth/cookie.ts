import { createHmac, timingSafeEqual } from "node:crypto";
import { type Settings, settings } from "@/lib/settings";

/** Name and attributes of the session cookie for this instance. */
export function sessionCookie({ deployMode, publicUrl }: Settings = settings()): {
  name: string;
  secure: boolean;
} {
  const prefix = deployMode === "cloud" ? "roadstead-cloud" : "roadstead";
  return { name: `${prefix}.session_token`, secure: publicUrl?.startsWith("https:") ?? false };
}

/**
 * The session token inside a Cookie header, when one of these secrets signed it.
 * The value is `token.signature`, URL-encoded; the signature is HMAC-SHA-256 under the auth secret, in base64
 * (the auth library's signed cookies).
 */
export function readSessionToken(
  cookieHeader: string | null,
  secrets: readonly string[],
): string | undefined {
  const { name } = sessionCookie();
  const pair = cookieHeader?.split(/;\s*/).find((entry) => entry.startsWith(`${name}=`));
  if (!pair) return undefined;
  const value = decode(pair.slice(name.length + 1));
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const isRight = secrets.some((secret) => {
    const right = signatureOf(token, secret);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isRight ? token : undefined;
}

/** A Cookie header whose session cookie, if an older secret signed it, is signed by the current one, the first. */
export function withCurrentSignature(cookieHeader: string, secrets: readonly string[]): string {
  const [current = "", ...older] = secrets;
  const token = readSessionToken(cookieHeader, older);
  if (!token || readSessionToken(cookieHeader, [current])) return cookieHeader;
  const { name } = sessionCookie();
  const value = encodeURIComponent(`${token}.${signatureOf(token, current).toString("base64")}`);
  const others = cookieHeader.split(/;\s*/).filter((entry) => !entry.startsWith(`${name}=`));
  return [...others, `${name}=${value}`].join("; ");
}

function signatureOf(token: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(token).digest();
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
