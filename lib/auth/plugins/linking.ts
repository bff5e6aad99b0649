import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { refuse } from "../refuse";

/** Linking a provider's account adds a way in, so it needs a recent sign-in like a new password or passkey. */
export const linking = () =>
  ({
    id: "linking",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/link-social",
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (!session) throw refuse("UNAUTHORIZED");
            const age = Date.now() - new Date(session.session.createdAt).getTime();
            if (age >= ctx.context.sessionConfig.freshAge * 1000) throw refuse("SESSION_NOT_FRESH");
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

// Signing in needs to know who somebody is, not to act for them at the provider: what is not kept cannot leak.
const NO_TOKENS = {
  data: {
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
  },
};

/** Accounts are stored without the provider's tokens. */
export const accountHooks: NonNullable<BetterAuthOptions["databaseHooks"]>["account"] = {
  create: { before: async () => NO_TOKENS },
  update: { before: async () => NO_TOKENS },
};
