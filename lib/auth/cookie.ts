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
 * The session token inside a Cookie header, when its signature is right.
 * The value is `token.signature`, URL-encoded; the signature is HMAC-SHA-256 under the auth secret, in base64
 * (the auth library's signed cookies).
 */
export function readSessionToken(cookieHeader: string | null, secret: string): string | undefined {
  const { name } = sessionCookie();
  const pair = cookieHeader?.split(/;\s*/).find((entry) => entry.startsWith(`${name}=`));
  if (!pair) return undefined;
  const value = decode(pair.slice(name.length + 1));
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const right = createHmac("sha256", secret).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
