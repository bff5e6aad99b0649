import type { GenericEndpointContext } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import { refuse } from "../refuse";
import { forgetOldSessions, LOCAL_ADMIN, provisionLocalAdmin } from "./local-admin";

/** Gives a request that `admitsZeroAuth` the local admin's session, as a cookie. @returns the session and its person */
export async function beginLocalSession(ctx: GenericEndpointContext) {
  await provisionLocalAdmin();
  const { internalAdapter, options } = ctx.context;
  const session = await internalAdapter.createSession(LOCAL_ADMIN);
  const user = await internalAdapter.findUserById(LOCAL_ADMIN);
  if (!session || !user) throw refuse("AUTH_UNAVAILABLE");
  await forgetOldSessions();
  await setSessionCookie(ctx, { session, user });
  return { session: parseSessionOutput(options, session), user: parseUserOutput(options, user) };
}
