import type { GenericEndpointContext } from "better-auth";
import { getSessionFromCtx } from "better-auth/api";
import { asc, eq } from "drizzle-orm";
import type { Actor } from "@/lib/audit/record";
import { db } from "@/lib/db/client";
import { addressOf } from "../caller/person";
import { challengedPerson } from "../second-factor/challenge";
import { members, users } from "../table";

type Person = { userId: string; organizationId: string | undefined };
type Session = { user: { id: string }; session: Record<string, unknown> } | null | undefined;

// Who it was before the route ran: signing out and using a reset link leave nobody to ask afterwards.
const before = new WeakMap<object, Promise<Person | undefined>>();

/** Remembers who sends a request, as long as that can still be told. */
export function rememberPerson(ctx: GenericEndpointContext, find: () => Promise<Person | undefined>): void {
  before.set(
    ctx.context,
    find().catch(() => undefined),
  );
}

/** Waits until it is known who sends a request; must be called before the route runs. */
export const remembered = (ctx: GenericEndpointContext) => before.get(ctx.context);

const challenged = new WeakMap<object, string>();

/** Remembers whose challenge a request answers: a wrong answer may be the last one, after which it is gone. */
export async function rememberChallenge(ctx: GenericEndpointContext): Promise<void> {
  const userId = await challengedPerson(ctx).catch(() => undefined);
  if (userId) challenged.set(ctx.context, userId);
}

export const rememberedChallenge = (ctx: GenericEndpointContext) => challenged.get(ctx.context);

/** Who a request of the auth routes comes from, and in which organization that is told. */
export async function actorOf(ctx: GenericEndpointContext): Promise<Actor> {
  const fresh = ctx.context.newSession as Session;
  const person = personOf(fresh) ?? (await remembered(ctx)) ?? personOf(ctx.context.session as Session);
  return actor(ctx, person ?? (await bySession(ctx)));
}

/** Somebody, as the actor of this request. */
export async function actor(ctx: GenericEndpointContext, person: Person | undefined): Promise<Actor> {
  return {
    kind: person ? "session" : "anonymous",
    userId: person?.userId,
    organizationId: person && (person.organizationId ?? (await firstOrganization(person.userId))),
    address: ctx.headers ? addressOf(new Headers(ctx.headers)) : "",
  };
}

/** The person of a request's session, if it has one. */
export async function bySession(ctx: GenericEndpointContext): Promise<Person | undefined> {
  if (!ctx.headers) return undefined;
  return personOf((await getSessionFromCtx(ctx).catch(() => null)) as Session);
}

/** The person with this address, if there is one. */
export async function byEmail(email: unknown): Promise<Person | undefined> {
  if (typeof email !== "string") return undefined;
  const [row] = await db().select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  return row && { userId: row.id, organizationId: undefined };
}

function personOf(session: Session): Person | undefined {
  if (!session) return undefined;
  const active = session.session.activeOrganizationId;
  return { userId: session.user.id, organizationId: typeof active === "string" ? active : undefined };
}

/** A person who has none open is told of in the organization they joined first; in none of them, in the instance's log. */
export async function firstOrganization(userId: string): Promise<string | undefined> {
  const [row] = await db()
    .select({ id: members.organizationId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
    .limit(1);
  return row?.id;
}
