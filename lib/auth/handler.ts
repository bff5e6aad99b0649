import { randomUUID } from "node:crypto";
import { Refusal } from "@/lib/access/refusal";
import { errorResponse } from "@/lib/http/answer";
import { readText } from "@/lib/http/body";
import { limitAuthAttempts, limitCaller, limitStranger } from "@/lib/rate-limits";
import { authSecrets } from "@/lib/secrets/auth-secret";
import { getAuth } from "./auth";
import { readSessionToken } from "./cookie";
import { refusalOf } from "./library-errors";

/**
 * Serves `/api/auth/*` by the auth library. Its refusals get the shape of every other one; its own failures become
 * 503 AUTH_UNAVAILABLE, never a way in.
 */
export async function handleAuth(request: Request): Promise<Response> {
  try {
    await limitRequest(request);
    requireCookie(request);
    requireJson(request);
    const response = await (await getAuth()).handler(await withReadBody(request));
    return response.status < 400 ? response : await inOurWords(response);
  } catch (cause) {
    if (cause instanceof Refusal) return errorResponse(cause);
    console.error("the auth library failed:", cause);
    return errorResponse(new Refusal("AUTH_UNAVAILABLE", { cause }));
  }
}

/** What changes something counts as an attempt; reading is under the same limits as the rest of the API. */
async function limitRequest({ method, headers }: Request): Promise<void> {
  if (method !== "GET" && method !== "HEAD") return limitAuthAttempts(headers);
  const token = readSessionToken(headers.get("cookie"), authSecrets());
  if (token) limitCaller({ kind: "session", userId: token, credential: null });
  else limitStranger(headers);
}

// What OAuth lets programs do with a token, or with credentials of their own.
const FOR_PROGRAMS = "/api/auth/mcp/";

/** Everything else knows sessions only: a token beside a cookie must not be helped out by it. */
function requireCookie({ headers, url }: Request): void {
  if (!headers.has("authorization") || new URL(url).pathname.startsWith(FOR_PROGRAMS)) return;
  throw new Refusal("UNAUTHORIZED", {
    message: "A token has no session. Leave Authorization out to sign in.",
  });
}

// A form is what another page can send unasked; only OAuth prescribes one (RFC 6749, section 4.1.3).
const TOKEN_ROUTE = "/api/auth/mcp/token";

function requireJson({ body, headers, url }: Request): void {
  const isJson = /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
  if (body && !isJson && new URL(url).pathname !== TOKEN_ROUTE) throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
}

/**
 * The library reads a body to its end, however large; ours end at 1 MiB. Always a request of its own: the one that Next
 * hands over is a stand-in, which cannot be copied.
 */
async function withReadBody(request: Request): Promise<Request> {
  const { url, method, headers } = request;
  const body = request.body ? await readText(request) : undefined;
  return new Request(url, { method, headers, body });
}

async function inOurWords(response: Response): Promise<Response> {
  const body = await response
    .clone()
    .json()
    .catch(() => ({}));
  // Clients know the errors of OAuth by the names that its standards gave them.
  if (response.status < 500 && typeof body?.error_description === "string") return response;
  const refusal = refusalOf(response.status, body ?? {});
  const { code = "REFUSED", message = "This was refused." } = body ?? {};
  const answer = refusal
    ? errorResponse(refusal)
    : Response.json({ code, message, requestId: randomUUID() }, { status: response.status });
  // What the library wanted the browser to forget stays forgotten.
  for (const cookie of response.headers.getSetCookie()) answer.headers.append("set-cookie", cookie);
  return answer;
}
