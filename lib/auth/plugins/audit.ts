import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { recordAudit, recordRefusal } from "@/lib/audit/record";
import { ROUTE_EVENTS, type RouteEvent } from "../audit/events";
import {
  actor,
  actorOf,
  byEmail,
  bySession,
  rememberChallenge,
  remembered,
  rememberedChallenge,
  rememberPerson,
} from "../audit/who";
import { refusalOf } from "../library-errors";
import { personOfToken } from "../reset/link";
import { asksSecondFactor } from "../second-factor/challenge";
import { returnedBy } from "../second-factor/untold";

const changes = ({ path }: { path?: string }) => path !== undefined && path in ROUTE_EVENTS;

/**
 * Writes what the auth library's routes change into the audit log, whether they are reached by HTTP or from a page. It
 * stands first, so that it sees a session before the second factor takes it back.
 */
export const audit = () =>
  ({
    id: "audit",
    hooks: {
      before: [
        {
          matcher: changes,
          handler: createAuthMiddleware(async (ctx) => {
            rememberPerson(ctx, () => (ctx.path === "/reset-password" ? byResetLink(ctx) : bySession(ctx)));
            await remembered(ctx);
            if (ctx.path.startsWith("/two-factor/verify-")) await rememberChallenge(ctx);
          }),
        },
      ],
      after: [{ matcher: changes, handler: createAuthMiddleware(noteAnswer) }],
    },
  }) satisfies BetterAuthPlugin;

/** Lets the gates that other plugins put before a route write down whom they turn away: no hook after it is asked then. */
export function auditGates<T extends readonly BetterAuthPlugin[]>(plugins: T): T {
  for (const gate of plugins.flatMap(({ hooks }) => hooks?.before ?? [])) {
    const inner = gate.handler;
    const watched = async (ctx: GenericEndpointContext) => {
      try {
        return await inner(ctx as never);
      } catch (error) {
        if (changes(ctx)) noteRefused(ctx, error);
        throw error;
      }
    };
    gate.handler = Object.assign(watched, inner) as typeof inner;
  }
  return plugins;
}

async function noteAnswer(ctx: GenericEndpointContext): Promise<void> {
  const returned = returnedBy(ctx);
  if (isAPIError(returned) && returned.statusCode >= 400) return noteRefused(ctx, returned);
  const event = await eventOf(ctx, returned);
  if (!event) return;
  const { organizationId, ...told } = event;
  const who = await actorOf(ctx);
  const where = organizationId === undefined ? who.organizationId : (organizationId ?? undefined);
  const outcome = asksSecondFactor(ctx) ? "SECOND_FACTOR_ASKED" : "done";
  await recordAudit({ ...who, organizationId: where }, { ...told, outcome });
}

/** What an answer means: some routes only begin something, or do different things by what came before them. */
async function eventOf(ctx: GenericEndpointContext, returned: unknown): Promise<RouteEvent | undefined> {
  const [operation, tell] = ROUTE_EVENTS[ctx.path] ?? [];
  if (!operation || !tell) return undefined;
  const known = await remembered(ctx);
  const event = { operation, ...tell(ctx, (returned ?? {}) as Record<string, unknown>) };
  if (ctx.path === "/two-factor/verify-totp" && known) return { operation: "auth.enableTwoFactor" };
  if (ctx.path === "/callback/:id" && known && !ctx.context.newSession)
    return failedAtProvider(returned) ? undefined : { ...event, operation: "auth.linkAccount" };
  if (operation === "auth.signIn" && !ctx.context.newSession) return undefined;
  return event;
}

function failedAtProvider(returned: unknown): boolean {
  const { headers } = (returned ?? {}) as { headers?: HeadersInit };
  return /[?&]error=/.test(new Headers(headers).get("location") ?? "");
}

// Says nothing of authority: a field was wrong, or nobody was signed in.
const QUIET = new Set(["VALIDATION_ERROR", "UNAUTHORIZED", "AUTH_UNAVAILABLE", "RATE_LIMITED"]);

/** After the answer: how long it takes must not tell whether there is such an account. */
function noteRefused(ctx: GenericEndpointContext, error: unknown): void {
  if (!isAPIError(error) || error.statusCode < 400) return;
  const body = error.body ?? {};
  const outcome = refusalOf(error.statusCode, body)?.code ?? body.code ?? "FORBIDDEN";
  if (QUIET.has(outcome)) return;
  const operation = ROUTE_EVENTS[ctx.path]?.[0] ?? ctx.path;
  setImmediate(() => {
    personRefused(ctx)
      .then(async (person) => person && recordRefusal(await actor(ctx, person), { operation, outcome }))
      .catch((cause) => console.error("a refused sign-in could not be written down:", cause));
  });
}

/** Whose account it was: who is signed in, who answers a challenge, or whose address was given. Strangers are nobody. */
async function personRefused(ctx: GenericEndpointContext) {
  const signedIn = await remembered(ctx);
  if (signedIn) return signedIn;
  const userId = rememberedChallenge(ctx);
  if (userId) return { userId, organizationId: undefined };
  return ctx.path === "/sign-in/email" ? byEmail(ctx.body?.email) : undefined;
}

async function byResetLink(ctx: GenericEndpointContext) {
  const userId = await personOfToken(ctx.context.internalAdapter, ctx.body?.token ?? ctx.query?.token);
  return userId ? { userId, organizationId: undefined } : undefined;
}
