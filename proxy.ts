import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { errorResponse } from "@/lib/http/answer";
import { guardOrigin } from "@/lib/http/origin";
import { DATA_POLICY, pagePolicy, transportSecurity } from "@/lib/http/security-headers";
import { settings } from "@/lib/settings";

const POLICY = "content-security-policy";

/** The origin guard and the headers that protect a page stand before every page and route; nothing else belongs here. */
export function proxy(request: NextRequest): Response {
  const response = admit(request);
  const hsts = transportSecurity(settings());
  if (hsts) response.headers.set("strict-transport-security", hsts);
  return response;
}

function admit(request: NextRequest): Response {
  try {
    guardOrigin(request);
  } catch (error) {
    const refused = errorResponse(error);
    refused.headers.set(POLICY, DATA_POLICY);
    return refused;
  }
  if (request.nextUrl.pathname.startsWith("/api/")) {
    return NextResponse.next({ headers: { [POLICY]: DATA_POLICY } });
  }
  const policy = pagePolicy(randomBytes(16).toString("base64"), settings());
  // Next reads the nonce out of the request's policy and puts it on every script it writes.
  request.headers.set(POLICY, policy);
  return NextResponse.next({ request: { headers: request.headers }, headers: { [POLICY]: policy } });
}

export const config = { matcher: ["/((?!_next/static|_next/image|logos/|schema/).*)"] };
