import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { CLIENT, type Identity, type LoopbackProvider, listen } from "./loopback";

type Grant = { person: Identity; redirectUri: string; challenge: string | null; scopes: string[] };

/**
 * For tests: an OAuth server (RFC 6749, with PKCE, RFC 7636) with the routes and habits of GitHub: it tells a refused
 * code with status 200, answers JSON only to who accepts it, keeps addresses for the scope `user:email`, and turns away
 * who does not name their program.
 */
export async function startGitHub(redirectUri: string): Promise<LoopbackProvider> {
  let person: Identity = { sub: "0", email: "nobody@example.org", emailVerified: false };
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://loopback");
    const form = new URLSearchParams(request.method === "POST" ? await text(request) : "");
    const route = `${request.method} ${url.pathname}`;
    if (route === "GET /login/oauth/authorize") return askPerson(response);
    if (route === "POST /login/oauth/authorize") return sendBack(url.searchParams, form, response);
    if (route === "POST /login/oauth/access_token") {
      const granted = exchange(form);
      const json = request.headers.accept?.includes("application/json");
      return send(response, 200, json ? granted : new URLSearchParams(granted).toString());
    }
    if (!request.headers["user-agent"]) return send(response, 403, { message: "User-Agent header required" });
    const grant = tokens.get(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "");
    if (!grant) return send(response, 401, { message: "Bad credentials" });
    const { sub, email, emailVerified } = grant.person;
    if (route === "GET /user")
      return send(response, 200, {
        id: Number(sub),
        login: "maren",
        name: null,
        email: null,
        avatar_url: "",
      });
    if (route === "GET /user/emails" && grant.scopes.includes("user:email")) {
      const others = { email: "maren@users.noreply.example", primary: false, verified: true };
      return send(response, 200, [others, { email, primary: true, verified: emailVerified }]);
    }
    return send(response, 404, { message: "Not Found" });
  }

  function sendBack(asked: URLSearchParams, form: URLSearchParams, response: ServerResponse) {
    if (asked.get("client_id") !== CLIENT.id || asked.get("redirect_uri") !== redirectUri)
      return send(response, 404, { message: "Not Found" });
    const back = new URL(redirectUri);
    back.searchParams.set("state", asked.get("state") ?? "");
    if (form.get("authorize") === "0") back.searchParams.set("error", "access_denied");
    else {
      const code = randomBytes(10).toString("hex");
      const scopes = (asked.get("scope") ?? "").split(" ");
      codes.set(code, { person, redirectUri, scopes, challenge: asked.get("code_challenge") });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  function exchange(form: URLSearchParams): Record<string, string> {
    if (form.get("client_id") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return { error: "incorrect_client_credentials" };
    const code = form.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    if (!grant || grant.redirectUri !== form.get("redirect_uri")) return { error: "bad_verification_code" };
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant.challenge && grant.challenge !== proof) return { error: "bad_verification_code" };
    const token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.set(token, grant);
    return { access_token: token, token_type: "bearer", scope: grant.scopes.join(",") };
  }

  return {
    ...(await listen(createServer((request, response) => void answer(request, response)))),
    hosts: ["github.com", "api.github.com"],
    be: (next) => {
      person = next;
    },
  };
}

const PAGE = `<!doctype html><html lang="en"><title>Authorize Roadstead</title><h1>Authorize Roadstead</h1>
<form method="post"><button name="authorize" value="1">Authorize</button> <button name="authorize" value="0">Cancel</button></form>`;

function askPerson(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
}

function send(response: ServerResponse, status: number, body: string | object): void {
  const type = typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json";
  response
    .writeHead(status, { "content-type": type })
    .end(typeof body === "string" ? body : JSON.stringify(body));
}
