import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Account } from "oidc-provider";
import { afterAll, beforeAll, vi } from "vitest";

const CLIENT = { id: "roadstead-tests", secret: "a secret of the tests alone" };
const GOOGLE = /^https:\/\/(accounts\.google\.com|oauth2\.googleapis\.com|www\.googleapis\.com)\//;

export type Identity = { sub: string; email: string; emailVerified: boolean };

/**
 * An OpenID provider on loopback that signs as Google does. Only where Google's host names lead is changed, as a name
 * server could: what the product sends, checks and stores is what it does in earnest. Call it at top level.
 */
export function givenGoogle() {
  let server: Server;
  let base = "";
  let person: Identity;
  const realFetch = globalThis.fetch;
  const onLoopback = (url: string) => url.replace(GOOGLE, `${base}/`);

  beforeAll(async () => {
    process.env.GOOGLE_CLIENT_ID = CLIENT.id;
    process.env.GOOGLE_CLIENT_SECRET = CLIENT.secret;
    const provider = openIdProvider(() => person);
    const answer = provider.callback();
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
      realFetch(input instanceof Request ? input : onLoopback(String(input)), init),
    );
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    delete process.env.GOOGLE_CLIENT_ID;
    delete process.env.GOOGLE_CLIENT_SECRET;
  });

  /** Signs in there and agrees, as a person in a browser. @returns the address it sends the browser back to */
  async function agree(authorizationUrl: string, identity: Identity): Promise<string> {
    person = identity;
    const jar = new Map<string, string>();
    let url = onLoopback(authorizationUrl);
    let form: string | undefined;
    for (let step = 0; step < 12; step++) {
      const response = await realFetch(url, {
        redirect: "manual",
        method: form ? "POST" : "GET",
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        },
        body: form,
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get("location");
      form = undefined;
      if (location) url = onLoopback(new URL(location, url).href);
      if (location?.startsWith("http://127.0.0.1:3000/")) return location;
      if (!location) {
        const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? "";
        form = new URLSearchParams({ prompt, login: identity.sub, password: "any" }).toString();
      }
    }
    throw new Error(`the provider never came back, last at ${url}`);
  }
  return { agree };
}

function openIdProvider(person: () => Identity): Provider {
  const provider = new Provider("https://accounts.google.com", {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ["http://127.0.0.1:3000/api/auth/callback/google"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false, // Google puts them into the ID token
    findAccount: (_context, id): Account => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: person().email,
        email_verified: person().emailVerified,
        name: "Maren at Google",
      }),
    }),
    routes: { authorization: "/o/oauth2/v2/auth", token: "/token", jwks: "/oauth2/v3/certs" },
    cookies: { keys: ["one run of the tests"] },
    pkce: { required: () => true },
  });
  return provider;
}
