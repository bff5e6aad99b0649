import { createHash, randomBytes, randomInt } from "node:crypto";
import { db } from "@/lib/db/client";
import { mcpBindings } from "@/lib/mcp-clients/table";
import { callerOf } from "../caller-of";
import { handleAuth } from "../handler";
import { clientAddressHeader } from "../peer";
import type { givenOwnerSignedIn } from "../testing";
import { answerConsent } from "./consent";

const BASE = "http://127.0.0.1:3000";
export const ADDRESS = `${BASE}/api/mcp`;
export const CALLBACK = "http://127.0.0.1:41731/callback";

type Person = Pick<Awaited<ReturnType<typeof givenOwnerSignedIn>>, "userId" | "organizationId" | "browser">;

/** Asks an auth route as a program does: no cookie, no origin, each time from elsewhere. */
export async function ask(path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set(clientAddressHeader(), `10.${[1, 2, 3].map(() => randomInt(256)).join(".")}`);
  const response = await handleAuth(new Request(`${BASE}/api/auth/${path}`, { ...init, headers }));
  const body = await response.json().catch(() => undefined);
  const { status, headers: answered } = response;
  return { status, body, location: answered.get("location"), cached: answered.get("cache-control") };
}

export function register(metadata: Record<string, unknown> = {}) {
  return ask("mcp/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Fieldnotes", redirect_uris: [CALLBACK], ...metadata }),
  });
}

export function exchange(form: Record<string, string>, headers: Record<string, string> = {}) {
  return ask("mcp/token", { method: "POST", headers, body: new URLSearchParams(form) });
}

export function pkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** A client as the official library would be: registered, and able to go every step by itself. */
export async function givenClient(metadata: Record<string, unknown> = {}) {
  const { body } = await register(metadata);
  const clientId = body.client_id as string;
  const { verifier, challenge } = pkce();
  const request = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: (body.redirect_uris as string[])[0] ?? "",
    scope: "mcp offline_access",
    state: "a state",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: ADDRESS,
  };
  const authorizePath = (change: Record<string, string | undefined> = {}) => {
    const given = Object.entries({ ...request, ...change }).filter(([, value]) => value !== undefined);
    return `mcp/authorize?${new URLSearchParams(given as [string, string][])}`;
  };
  /** Where the client sends the person, as the consent page gets it. */
  const consentQuery = async (person: Person, change: Record<string, string | undefined> = {}) => {
    const { location } = await person.browser.get(authorizePath(change));
    if (!location?.startsWith("/mcp/consent?")) throw new Error(`not asked for consent: ${location}`);
    return location.slice("/mcp/consent?".length);
  };
  const bind = (person: Person, limits: Partial<typeof mcpBindings.$inferInsert> = {}) =>
    db()
      .insert(mcpBindings)
      .values({
        clientId,
        userId: person.userId,
        organizationId: person.organizationId,
        readOnly: false,
        ...limits,
      })
      .onConflictDoNothing();
  /** The person allows it; what comes back is what the client's own address receives. */
  const code = async (person: Person, change: Record<string, string | undefined> = {}) => {
    const query = await consentQuery(person, change);
    await bind(person);
    return new URL(await answerConsent(query, true, cookies(person))).searchParams;
  };
  const exchangeCode = (given: string, change: Record<string, string> = {}) =>
    exchange({
      grant_type: "authorization_code",
      client_id: clientId,
      code: given,
      code_verifier: verifier,
      redirect_uri: request.redirect_uri,
      ...change,
    });
  const refresh = (token: string, change: Record<string, string> = {}) =>
    exchange({ grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...change });
  const tokens = async (person: Person) => {
    const { body } = await exchangeCode((await code(person)).get("code") ?? "");
    return body as { access_token: string; refresh_token: string };
  };
  return {
    clientId,
    request,
    verifier,
    authorizePath,
    consentQuery,
    bind,
    code,
    exchangeCode,
    refresh,
    tokens,
  };
}

export function cookies({ browser }: Pick<Person, "browser">): Headers {
  return new Headers({ cookie: browser.cookieHeader(), origin: BASE });
}

/** Who asks at `/api/mcp` with this access token. */
export function callerWith(accessToken: string, headers: Record<string, string> = {}) {
  return callerOf(new Headers({ authorization: `Bearer ${accessToken}`, ...headers }), { door: "mcp" });
}
