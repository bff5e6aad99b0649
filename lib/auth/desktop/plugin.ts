import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { settings } from "@/lib/settings";
import { requireInternal } from "../internal";
import { parseFields } from "../parse-fields";
import { refuse } from "../refuse";
import { admitsZeroAuth } from "../zero-auth/admits";
import { beginLocalSession } from "../zero-auth/begin-session";
import { exchangeCode } from "./cloud";
import { personOfCloud } from "./cloud-account";
import { beginHandOff, claimHandOff, pollHandOff, resolveHandOff } from "./hand-offs";

export const DESKTOP_ROUTES = [
  "/desktop-login",
  "/cloud-callback",
  "/desktop-auth-start",
  "/desktop-auth-poll",
  "/desktop-claim",
];

const text = (what: string) =>
  z.string(`Send ${what}.`).min(1, `Send ${what}.`).max(2048, "At most 2048 characters.");
const Start = z.object({
  nonce: text("a nonce"),
  state: text("a state"),
  code_verifier: text("a code_verifier"),
});
const Poll = z.object({ nonce: text("the nonce") });
const Claim = z.object({ code: text("the claim code") });
const Callback = z.object({ code: text("the code of the cloud"), state: text("the state").optional() });

const RETURN = "You are signed in. Go back to the Roadstead window; this one can be closed.";

/** Signing in as the desktop app does. Only there: everywhere else these routes do not exist. */
export const desktop = () =>
  ({
    id: "desktop",
    endpoints: {
      desktopLogin: createAuthEndpoint("/desktop-login", { method: "GET" }, async (ctx) => {
        if (settings().authMode !== "none") throw ctx.redirect("/login");
        if (!ctx.headers || !admitsZeroAuth(ctx.headers)) throw refuse("UNAUTHORIZED");
        await beginLocalSession(ctx);
        throw ctx.redirect("/");
      }),
      desktopAuthStart: createAuthEndpoint("/desktop-auth-start", { method: "POST" }, (ctx) =>
        answering(async () => {
          requireInternal(ctx.headers ?? new Headers());
          beginHandOff(parseFields(Start, ctx.body ?? {}), "anybody");
          return ctx.json({ status: "pending" });
        }),
      ),
      desktopAuthPoll: createAuthEndpoint("/desktop-auth-poll", { method: "GET" }, async (ctx) => {
        const polled = pollHandOff(parseFields(Poll, ctx.query ?? {}).nonce);
        if (polled.status !== "resolved") return ctx.json(polled);
        const claimUrl = `${ctx.context.baseURL}/desktop-claim?code=${polled.code}`;
        return ctx.json({ status: polled.status, claimUrl });
      }),
      cloudCallback: createAuthEndpoint("/cloud-callback", { method: "GET" }, (ctx) =>
        answering(async () => {
          const { code, state } = parseFields(Callback, ctx.query ?? {});
          if (state === undefined) {
            await begin(ctx, await personOfCloud(await exchangeCode(code, undefined), "nobody"));
            throw ctx.redirect("/");
          }
          await resolveHandOff(state, async (verifier, mayMake) =>
            personOfCloud(await exchangeCode(code, verifier), mayMake),
          );
          return new Response(RETURN, { headers: { "content-type": "text/plain; charset=utf-8" } });
        }),
      ),
      desktopClaim: createAuthEndpoint("/desktop-claim", { method: "GET" }, (ctx) =>
        answering(async () => {
          await begin(ctx, claimHandOff(parseFields(Claim, ctx.query ?? {}).code));
          throw ctx.redirect("/");
        }),
      ),
    },
  }) satisfies BetterAuthPlugin;

async function begin(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const session = await ctx.context.internalAdapter.createSession(userId);
  const user = await ctx.context.internalAdapter.findUserById(userId);
  if (!session || !user) throw refuse("AUTH_UNAVAILABLE");
  await setSessionCookie(ctx, { session, user });
}

/** Refusals in the form that the library passes on. */
async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw refuse(error.code, error);
    throw error;
  }
}
