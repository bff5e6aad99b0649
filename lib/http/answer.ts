import { randomUUID } from "node:crypto";
import { REFUSALS, Refusal, type RefusalCode } from "@/lib/access/refusal";

const CHALLENGE = 'Bearer realm="roadstead"';

/** The one shape of every error this API answers. */
export type ErrorBody = {
  code: RefusalCode;
  message: string;
  issues?: { path: string; message: string }[];
  requestId: string;
};

/** Turns anything thrown into what may be told. An error that is no refusal is logged here, and only its request id leaves. */
export function toErrorBody(error: unknown): { status: number; body: ErrorBody } {
  const requestId = randomUUID();
  if (error instanceof Refusal) {
    return {
      status: error.status,
      body: { code: error.code, message: error.message, issues: error.issues, requestId },
    };
  }
  console.error(`request ${requestId} failed:`, error);
  return { status: 500, body: { code: "INTERNAL", message: REFUSALS.INTERNAL[1], requestId } };
}

/** An error as a response, with the headers its status asks for. */
export function errorResponse(error: unknown): Response {
  const { status, body } = toErrorBody(error);
  const headers = new Headers({ "cache-control": "no-store" });
  const challenge = challengeOf(body);
  if (challenge) headers.set("www-authenticate", challenge);
  if (status === 429 || status === 503)
    headers.set("retry-after", String((error instanceof Refusal && error.retryAfterS) || 5));
  return Response.json(body, { status, headers });
}

/** How to prove who one is, where that is what is missing (RFC 6750, section 3). */
function challengeOf({ code, message }: ErrorBody): string | undefined {
  if (code === "UNAUTHORIZED" || code === "BEARER_NOT_ALLOWED_FROM_BROWSER") return CHALLENGE;
  if (code === "INVALID_TOKEN") return `${CHALLENGE}, error="invalid_token", error_description="${message}"`;
  return undefined;
}

/** The outcome of a verb as a server action hands it to a form: the value, or what to say. */
export type Answer<T> = { ok: true; value: T } | ({ ok: false } & ErrorBody);

/** Runs a verb for a form; refusals become answers instead of error pages. */
export async function answer<T>(run: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, ...toErrorBody(error).body };
  }
}
