import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { refuse } from "../refuse";
import { members, sessions, users } from "../table";

/**
 * The token of a session never leaves in an answer: wherever the auth library would put it, the session's id stands.
 * Its routes take that id back, so the library's own client works unchanged.
 */
export const sessionIds = () =>
  ({
    id: "session-ids",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/list-sessions",
          handler: createAuthMiddleware(async (ctx) => {
            const current = await getSessionFromCtx(ctx);
            if (!current) throw refuse("UNAUTHORIZED");
            const rows = await sessionsOf(current.user.id);
            return rows.map((row) => ({ ...row, token: row.id, current: row.id === current.session.id }));
          }),
        },
        {
          matcher: ({ path }) => path === "/revoke-session",
          handler: createAuthMiddleware(async (ctx) => {
            const [row] = await db()
              .select({ token: sessions.token })
              .from(sessions)
              .where(eq(sessions.id, String(ctx.body?.token)));
            return { context: { body: { token: row?.token ?? "" } } };
          }),
        },
      ],
      after: [
        {
          matcher: ({ path, request }) => path !== "/list-sessions" && request !== undefined,
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, newSession, session } = ctx.context;
            if (!isRecord(returned)) return;
            const id = newSession?.session.id ?? session?.session.id ?? null;
            const inner = returned.session;
            if (typeof returned.token !== "string" && !isRecord(inner)) return;
            return ctx.json({
              ...returned,
              ...(typeof returned.token === "string" && { token: id }),
              ...(isRecord(inner) && { session: { ...inner, token: inner.id } }),
            });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

/** A blocked person gets no session; everybody else begins in the organization they joined first. */
export const sessionHooks: NonNullable<BetterAuthOptions["databaseHooks"]>["session"] = {
  create: {
    before: async (session) => {
      const [person] = await db()
        .select({
          banned: sql<boolean>`${users.bannedAt} IS NOT NULL`,
          organizationId: members.organizationId,
        })
        .from(users)
        .leftJoin(members, eq(members.userId, users.id))
        .where(eq(users.id, session.userId))
        .orderBy(asc(members.createdAt))
        .limit(1);
      if (person?.banned) throw refuse("USER_BANNED");
      if ("activeOrganizationId" in session && session.activeOrganizationId) return;
      return { data: { activeOrganizationId: person?.organizationId ?? null } };
    },
  },
};

/** A person's live sessions, the one used last first; `updatedAt` is the last use, to five minutes. */
function sessionsOf(userId: string) {
  return db()
    .select({
      id: sessions.id,
      userId: sessions.userId,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Error);
}
