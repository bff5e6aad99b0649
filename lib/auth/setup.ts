import { invalidInput } from "@/lib/access/invalid-input";
import { Refusal } from "@/lib/access/refusal";
import { errorResponse } from "@/lib/http/answer";
import { readJsonObject } from "@/lib/http/body";
import { secretRing } from "@/lib/secrets/ring";
import { createFirstAdmin, FirstAdminInput, setupNeeded } from "./first-admin";
import { requireInternal } from "./internal";

/**
 * `POST /api/setup/first-admin`: 201 once, 409 ever after. It is proved by the internal token and not by a caller,
 * since there is nobody yet; that is why it is no operation.
 */
export async function handleFirstAdmin(request: Request): Promise<Response> {
  try {
    requireInternal(request.headers);
    if (!(await setupNeeded())) throw new Refusal("ALREADY_SET_UP");
    const parsed = FirstAdminInput.safeParse(await readJsonObject(request));
    if (!parsed.success) throw invalidInput(parsed.error);
    return Response.json(await createFirstAdmin(parsed.data), { status: 201 });
  } catch (error) {
    return errorResponse(error);
  }
}

/** `GET /api/setup`, for the terminal: whether the first admin is still to be made, and which secret is the current one. */
export async function handleSetupState(request: Request): Promise<Response> {
  try {
    requireInternal(request.headers);
    return Response.json({ needed: await setupNeeded(), secret: secretRing().current.id });
  } catch (error) {
    return errorResponse(error);
  }
}
