import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { twoFactors } from "../table";
import { countAttempt, forgetAttempts, spendStep } from "./attempts";
import { challengedPerson, challengeInstead, liveChallenge } from "./challenge";
import { stepOf } from "./code";
import { returnedBy } from "./untold";

const VERIFY_CODE = "/two-factor/verify-totp";
const VERIFY_RECOVERY = "/two-factor/verify-backup-code";
const verifies = ({ path }: { path?: string }) => path === VERIFY_CODE || path === VERIFY_RECOVERY;
const setsUp = ({ path }: { path?: string }) =>
  path === "/two-factor/enable" || path === "/two-factor/get-totp-uri";

/**
 * What the library's two-factor plugin leaves open: it asks after e-mail sign-in only, lets a code be used twice, counts
 * failures after the fact, offers to skip the second factor for 30 days, and shows recovery codes before the first code
 * has proved that the authenticator works. Stands before that plugin, whose own hook then finds nothing to do.
 */
export const secondFactor = () =>
  ({
    id: "second-factor",
    endpoints: {
      /** Until when the challenge of this browser can be answered; 401 CHALLENGE_EXPIRED without one. */
      showChallenge: createAuthEndpoint("/two-factor/challenge", { method: "GET" }, async (ctx) => {
        const challenge = await liveChallenge(ctx);
        if (!challenge) throw refuse("CHALLENGE_EXPIRED");
        return ctx.json({ expiresAt: challenge.expiresAt.toISOString() });
      }),
    },
    hooks: {
      before: [
        { matcher: setsUp, handler: createAuthMiddleware(requireNotEnabled) },
        { matcher: verifies, handler: createAuthMiddleware(admitAttempt) },
      ],
      after: [
        { matcher: () => true, handler: createAuthMiddleware(challengeInstead) },
        {
          matcher: ({ path }) => path === "/two-factor/enable",
          handler: createAuthMiddleware(holdBackCodes),
        },
        { matcher: verifies, handler: createAuthMiddleware(finishAttempt) },
      ],
    },
  }) satisfies BetterAuthPlugin;

/** An authenticator in use is neither replaced nor shown again; setting one up needs a password to ask for. */
async function requireNotEnabled(ctx: GenericEndpointContext): Promise<void> {
  const session = await getSessionFromCtx(ctx);
  if (!session) return;
  if ((await factorOf(session.user.id))?.verified) throw refuse("TWO_FACTOR_ALREADY_ENABLED");
  const account = await ctx.context.internalAdapter.findCredentialAccount(session.user.id);
  if (!account?.password) throw refuse("PASSWORD_NEEDED");
}

async function admitAttempt(ctx: GenericEndpointContext) {
  const session = await getSessionFromCtx(ctx);
  const userId = session?.user.id ?? (await challengedPerson(ctx));
  if (!userId) throw refuse("CHALLENGE_EXPIRED");
  const factor = await factorOf(userId);
  // With a session there is nothing to verify but the first code of a set-up; anything else would be a place to guess.
  if (!factor) throw refuse("TWO_FACTOR_NOT_ENABLED");
  if (session && factor.verified) throw refuse("TWO_FACTOR_ALREADY_ENABLED");
  if (session && ctx.path === VERIFY_RECOVERY) throw refuse("TWO_FACTOR_NOT_ENABLED");
  if (!session) await countAttempt(userId);
  if (ctx.path === VERIFY_CODE) {
    const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret });
    const step = stepOf(secret, String(ctx.body?.code ?? ""));
    if (step !== undefined) await spendStep(userId, step);
  }
  return { context: { body: { trustDevice: false, disableSession: false } } };
}

async function holdBackCodes(ctx: GenericEndpointContext) {
  const returned = returnedBy(ctx) as Record<string, unknown> | undefined;
  if (!returned || !("backupCodes" in returned)) return;
  const { backupCodes: _, ...rest } = returned;
  return ctx.json(rest);
}

/** After a right code: the count is forgotten, and a set-up that it completed shows its recovery codes. */
async function finishAttempt(ctx: GenericEndpointContext) {
  const { newSession, session: before } = ctx.context;
  if (!newSession) return;
  await forgetAttempts(newSession.user.id);
  if (!before) return;
  const factor = await factorOf(newSession.user.id);
  if (!factor) return;
  const codes = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.backupCodes });
  return ctx.json({ ...(returnedBy(ctx) as object), backupCodes: JSON.parse(codes) as string[] });
}

async function factorOf(userId: string) {
  const [factor] = await db().select().from(twoFactors).where(eq(twoFactors.userId, userId));
  return factor;
}
