import { type NextRequest, NextResponse } from "next/server";
import { errorResponse } from "@/lib/http/answer";
import { guardOrigin } from "@/lib/http/origin";

/** The origin guard stands before every page and route; nothing else belongs here. */
export function proxy(request: NextRequest): Response {
  try {
    guardOrigin(request);
    return NextResponse.next();
  } catch (error) {
    return errorResponse(error);
  }
}

export const config = { matcher: ["/((?!_next/static|_next/image|logos/|schema/).*)"] };
