import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@/lib/auth/social-provider/loopback";

const PERSON = { sub: "cloud-1", email: "maren@example.org", email_verified: true, name: "Maren" };

/** The cloud as a desktop sees it: an OAuth 2.1 server (PKCE, RFC 7636) at which Maren is signed in. */
export async function startCloud() {
  const codes = new Map<string, string>();
  const tokens = new Set<string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://loopback");
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/api/auth/oauth2/authorize" && request.method === "GET") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      return response.end(
        `<!doctype html><html lang="en"><title>The cloud</title><h1>Sign in to Roadstead</h1><form method="post"><button>Allow</button></form>`,
      );
    }
    if (url.pathname === "/api/auth/oauth2/authorize") {
      const code = randomBytes(12).toString("hex");
      codes.set(code, url.searchParams.get("code_challenge") ?? "");
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: url.searchParams.get("state") ?? "" }).toString();
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/api/auth/oauth2/token") {
      const form = new URLSearchParams(await text(request));
      const challenge = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const proof = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (challenge === undefined || challenge !== proof) return json(400, { error: "invalid_grant" });
      const token = randomBytes(12).toString("hex");
      tokens.add(token);
      return json(200, { access_token: token, token_type: "Bearer" });
    }
    const token = /^Bearer (\w+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    return tokens.has(token) ? json(200, PERSON) : json(401, {});
  });
  return await listen(server);
}
