import { Refusal } from "@/lib/access/refusal";
import { errorResponse } from "@/lib/http/answer";
import { readText } from "@/lib/http/body";
import { limitAuthAttempts, limitCaller, limitStranger } from "@/lib/rate-limits";
import { authSecret } from "@/lib/secrets";
import { getAuth } from "./auth";
import { readSessionToken } from "./cookie";

/** Serves `/api/auth/*` by the auth library; its own failures become 503 AUTH_UNAVAILABLE, never a way in. */
export async function handleAuth(request: Request): Promise<Response> {
  try {
    await limitRequest(request);
    requireJson(request);
    const response = await (await getAuth()).handler(await withReadBody(request));
    return response.status >= 500 ? errorResponse(new Refusal("AUTH_UNAVAILABLE")) : response;
  } catch (cause) {
    if (cause instanceof Refusal) return errorResponse(cause);
    console.error("the auth library failed:", cause);
    return errorResponse(new Refusal("AUTH_UNAVAILABLE", { cause }));
  }
}

/** What changes something counts as an attempt; reading is under the same limits as the rest of the API. */
async function limitRequest({ method, headers }: Request): Promise<void> {
  if (method !== "GET" && method !== "HEAD") return limitAuthAttempts(headers);
  const token = readSessionToken(headers.get("cookie"), authSecret());
  if (token) limitCaller({ kind: "session", userId: token });
  else limitStranger(headers);
}

// A form is what another page can send unasked; only OAuth (RFC 6749) prescribes one.
const TAKES_FORMS = /^\/api\/auth\/(oauth2|mcp)\//;

function requireJson({ body, headers, url }: Request): void {
  const isJson = /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
  if (body && !isJson && !TAKES_FORMS.test(new URL(url).pathname))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
}

/** The library reads a body to its end, however large; ours end at 1 MiB. */
async function withReadBody(request: Request): Promise<Request> {
  if (!request.body) return request;
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: await readText(request) });
}
