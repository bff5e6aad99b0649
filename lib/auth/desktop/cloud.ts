import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { settings } from "@/lib/settings";
import { baseUrl } from "../base-url";

const LIMIT_MS = 10_000;

/** Under which name the cloud knows desktops, and where it sends browsers back to. */
export const CLIENT_ID = "roadstead-desktop";
export const returnAddress = () => `${baseUrl()}/api/auth/cloud-callback`;

const Tokens = z.object({ access_token: z.string().min(1).max(8192) });
const Person = z.object({
  sub: z.string().min(1).max(255),
  email: z
    .email()
    .max(254)
    .transform((email) => email.toLowerCase()),
  email_verified: z.literal(true),
  name: z.string().trim().max(100).optional(),
});

export type CloudPerson = { id: string; email: string; name: string; accessToken: string };

/**
 * Exchanges a code of the cloud for the person it stands for, as OAuth 2.1 prescribes (RFC 7636 for the verifier).
 * @param verifier proves that the one who exchanges is the one who began; undefined when a browser began by itself
 * @throws Refusal CLOUD_NOT_SET_UP, CLOUD_REFUSED when the code or the person is not accepted, CLOUD_UNAVAILABLE
 */
export async function exchangeCode(code: string, verifier: string | undefined): Promise<CloudPerson> {
  const { cloudUrl } = settings();
  if (!cloudUrl) throw new Refusal("CLOUD_NOT_SET_UP");
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: CLIENT_ID,
    redirect_uri: returnAddress(),
    code,
    ...(verifier !== undefined && { code_verifier: verifier }),
  });
  const tokens = await ask(`${cloudUrl}/api/auth/oauth2/token`, { method: "POST", body: form }, Tokens);
  const accessToken = tokens.access_token;
  const person = await ask(
    `${cloudUrl}/api/auth/oauth2/userinfo`,
    { headers: { authorization: `Bearer ${accessToken}` } },
    Person,
  );
  const name = person.name || (person.email.split("@")[0] ?? person.email);
  return { id: person.sub, email: person.email, name, accessToken };
}

async function ask<T extends z.ZodType>(url: string, init: RequestInit, shape: T): Promise<z.output<T>> {
  let status: number;
  let body: unknown;
  try {
    // A redirect would take the code, or the token, to somebody else.
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(LIMIT_MS) });
    status = response.status;
    body = await response.json().catch(() => undefined);
  } catch (cause) {
    throw new Refusal("CLOUD_UNAVAILABLE", { cause });
  }
  if (status >= 500 || status === 429) throw new Refusal("CLOUD_UNAVAILABLE");
  const parsed = shape.safeParse(body);
  if (status !== 200 || !parsed.success) throw new Refusal("CLOUD_REFUSED");
  return parsed.data;
}
