import type { GenericEndpointContext } from "better-auth";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { hasSecondFactor, returnedBy } from "./untold";

const CHALLENGE_SECONDS = 600;
const COOKIE = "two_factor"; // the name under which the library's own verification looks for the challenge

// These give a session again to somebody who has one and has passed the second factor for it.
const RENEWALS =
  /^\/(two-factor\/|organization\/|sign-up\/|change-password$|update-user$|update-session$|get-session$)/;

/** Whether a request was just given a session that its person must prove once more. */
export function asksSecondFactor(ctx: GenericEndpointContext): boolean {
  const fresh = ctx.context.newSession;
  return Boolean(fresh) && !RENEWALS.test(ctx.path) && hasSecondFactor(fresh?.user ?? { id: "" });
}

/**
 * Takes back a session that was just given to a person with two factors, and gives a challenge instead. Whatever route
 * signed them in: what is not known to renew a session counts as signing in.
 */
export async function challengeInstead(ctx: GenericEndpointContext) {
  const fresh = ctx.context.newSession;
  if (!fresh || !asksSecondFactor(ctx)) return;
  deleteSessionCookie(ctx, true);
  await ctx.context.internalAdapter.deleteSession(fresh.session.token);
  ctx.context.setNewSession(null);

  const identifier = `2fa-${generateRandomString(32)}`;
  const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
  const { internalAdapter } = ctx.context;
  await internalAdapter.createVerificationValue({ value: fresh.user.id, identifier, expiresAt });
  await internalAdapter.createVerificationValue({
    value: "0",
    identifier: `2fa-attempts-${identifier}`,
    expiresAt,
  });
  const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: CHALLENGE_SECONDS });
  await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes);

  const goingTo = redirectionOf(returnedBy(ctx));
  if (goingTo !== undefined) throw ctx.redirect(secondFactorPage(ctx.context.baseURL, goingTo));
  return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
}

/**
 * The person whose challenge this request answers.
 * @returns undefined without a challenge, or with one that is used up or older than ten minutes
 */
export async function challengedPerson(ctx: GenericEndpointContext): Promise<string | undefined> {
  return (await liveChallenge(ctx))?.value;
}

/** The challenge of this request with its end; the same `undefined` as above. */
export async function liveChallenge(
  ctx: GenericEndpointContext,
): Promise<{ value: string; expiresAt: Date } | undefined> {
  const cookie = ctx.context.createAuthCookie(COOKIE);
  const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!identifier) return undefined;
  const challenge = await ctx.context.internalAdapter.findVerificationValue(identifier);
  return challenge && challenge.expiresAt > new Date() ? challenge : undefined;
}

function redirectionOf(returned: unknown): string | undefined {
  const headers = (returned as { headers?: HeadersInit } | undefined)?.headers;
  return headers ? (new Headers(headers).get("location") ?? undefined) : undefined;
}

/** The page that asks for the code, and goes on from there to where the person was going. */
function secondFactorPage(baseURL: string, goingTo: string): string {
  const { pathname, search, hash } = new URL(goingTo, baseURL);
  return new URL(`/two-factor?next=${encodeURIComponent(pathname + search + hash)}`, baseURL).href;
}
