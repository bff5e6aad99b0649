import { createServer } from "node:http";
import Provider, { type Account } from "oidc-provider";
import { CLIENT, type Identity, type LoopbackProvider, listen } from "./loopback";

/** For tests: an OpenID provider that signs as Google does, in pages that a person or a test can fill in. */
export async function startGoogle(redirectUri: string): Promise<LoopbackProvider> {
  let person: Identity = { sub: "nobody", email: "nobody@example.org", emailVerified: false };
  const provider = new Provider("https://accounts.google.com", {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false, // Google puts them into the ID token
    findAccount: (_context, id): Account => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: person.email,
        email_verified: person.emailVerified,
        name: "Maren at Google",
      }),
    }),
    routes: { authorization: "/o/oauth2/v2/auth", token: "/token", jwks: "/oauth2/v3/certs" },
    cookies: { keys: ["one run of the tests"] },
    pkce: { required: () => true },
  });
  provider.proxy = true; // a browser reaches it as accounts.google.com
  const answer = provider.callback();
  return {
    ...(await listen(createServer((request, response) => void answer(request, response)))),
    hosts: ["accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com"],
    be: (next) => {
      person = next;
    },
  };
}
