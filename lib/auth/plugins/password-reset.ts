import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, createAuthMiddleware, isAPIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { isLiveToken, type ProofStore } from "../reset/link";
import { requestReset } from "../reset/request";
import { returnedBy } from "../second-factor/untold";
import { verifications } from "../table";

/**
 * Asking for a reset link by `/request-password-reset`, and by `/forget-password` as it was called before. It stands in
 * front of the library's own route, which looks the address up before it answers and lets the caller say where the
 * link leads. Using a link is the library's; what is none is told here.
 */
export const passwordReset = () =>
  ({
    id: "password-reset",
    endpoints: {
      forgetPassword: createAuthEndpoint(
        "/forget-password",
        { method: "POST", body: z.object({ email: z.unknown() }) },
        async (ctx) => ctx.json(answerTo(ctx)),
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/request-password-reset",
          handler: createAuthMiddleware(async (ctx) => ctx.json(answerTo(ctx))),
        },
        {
          matcher: ({ path }) => path === "/reset-password",
          handler: createAuthMiddleware(async (ctx) => {
            const token = ctx.body?.token ?? ctx.query?.token;
            if (!(await isLiveToken(ctx.context.internalAdapter, token))) throw refuse("RESET_LINK_INVALID");
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/reset-password",
          handler: createAuthMiddleware(async (ctx) => {
            // Of two that use a link at once, one finds it gone after it was there; the library calls that a wrong token.
            const returned = returnedBy(ctx);
            if (isAPIError(returned) && GONE.has(returned.body?.code ?? ""))
              throw refuse("RESET_LINK_INVALID");
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

const GONE = new Set(["INVALID_TOKEN", "USER_NOT_FOUND"]);

type Asked = { body?: unknown; context: { internalAdapter: ProofStore } };

function answerTo({ body, context }: Asked): { status: true; message: string } {
  try {
    requestReset(body, context.internalAdapter);
  } catch (error) {
    if (error instanceof Refusal) throw refuse(error.code, error);
    throw error;
  }
  return {
    status: true,
    message: "If somebody here has this address, a mail with a link is on its way to it.",
  };
}

/** What else ends when a password is reset: other reset links, and sign-ins that wait for a second factor. */
export async function endPendingProofs(userId: string): Promise<void> {
  await db().delete(verifications).where(eq(verifications.value, userId));
}
