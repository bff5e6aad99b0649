import { eq } from "drizzle-orm";
import { z } from "zod";
import { invalidInput } from "@/lib/access/invalid-input";
import { Refusal } from "@/lib/access/refusal";
import { recordAudit } from "@/lib/audit/record";
import { db } from "@/lib/db/client";
import { errorResponse } from "@/lib/http/answer";
import { readJsonObject } from "@/lib/http/body";
import { firstOrganization } from "../audit/who";
import { getAuth } from "../auth";
import { requireInternal } from "../internal";
import { users } from "../table";
import { createResetLink } from "./link";

const Input = z.object({
  email: z
    .email("Write the e-mail address of somebody here, such as maren@example.org.")
    .transform((email) => email.toLowerCase()),
});

/**
 * `POST /api/setup/reset-link`: a link to choose a new password, for the terminal of this server. It is proved by the
 * internal token: who has that has the database, and may know who is here.
 */
export async function handleResetLink(request: Request): Promise<Response> {
  try {
    requireInternal(request.headers);
    const parsed = Input.safeParse(await readJsonObject(request));
    if (!parsed.success) throw invalidInput(parsed.error);
    const { email } = parsed.data;
    const [user] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
    if (!user) throw new Refusal("NOT_FOUND", { message: `Nobody here has the e-mail address ${email}.` });
    const headers = { "cache-control": "no-store" };
    const { internalAdapter } = await (await getAuth()).$context;
    const link = await createResetLink(internalAdapter, user.id);
    const event = { operation: "auth.makeResetLink", resourceId: user.id, outcome: "done" };
    await recordAudit({ kind: "terminal", organizationId: await firstOrganization(user.id) }, event);
    return Response.json(link, { status: 201, headers });
  } catch (error) {
    return errorResponse(error);
  }
}
