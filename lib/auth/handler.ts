import { Refusal } from "@/lib/access/refusal";
import { errorResponse } from "@/lib/http/answer";
import { getAuth } from "./auth";

/** Serves `/api/auth/*` by the auth library; its own failures become 503 AUTH_UNAVAILABLE, never a way in. */
export async function handleAuth(request: Request): Promise<Response> {
  try {
    const response = await (await getAuth()).handler(request);
    return response.status >= 500 ? errorResponse(new Refusal("AUTH_UNAVAILABLE")) : response;
  } catch (cause) {
    console.error("the auth library failed:", cause);
    return errorResponse(new Refusal("AUTH_UNAVAILABLE", { cause }));
  }
}
