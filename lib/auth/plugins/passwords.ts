import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, createAuthMiddleware, freshSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { parseFields } from "../parse-fields";
import { NewPassword } from "../password-rule";
import { refuse } from "../refuse";

const NEW_PASSWORD_IN: Record<string, string> = {
  "/sign-up/email": "password",
  "/change-password": "newPassword",
  "/reset-password": "newPassword",
};

/**
 * Rules of passwords that the auth library leaves open: characters are counted and not code units, a change always
 * ends the other sessions, and who signs in by a provider or passkey may add a password.
 */
export const passwords = () =>
  ({
    id: "passwords",
    endpoints: {
      addPassword: createAuthEndpoint(
        "/set-password",
        {
          method: "POST",
          use: [freshSessionMiddleware],
          body: z.object({ newPassword: z.string() }),
        },
        async (ctx) => {
          requireNewPassword(ctx.body.newPassword, "newPassword");
          const { id: userId } = ctx.context.session.user;
          const account = await ctx.context.internalAdapter.findCredentialAccount(userId);
          if (account?.password) throw refuse("PASSWORD_ALREADY_SET");
          const password = await ctx.context.password.hash(ctx.body.newPassword);
          if (account) await ctx.context.internalAdapter.updateAccount(account.id, { password });
          else
            await ctx.context.internalAdapter.createAccount({
              userId,
              providerId: "credential",
              accountId: userId,
              password,
            });
          return ctx.json({ status: true });
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in NEW_PASSWORD_IN,
          handler: createAuthMiddleware(async (ctx) => {
            const field = NEW_PASSWORD_IN[ctx.path] as string;
            requireNewPassword(ctx.body?.[field], field);
            if (ctx.path === "/change-password") return { context: { body: { revokeOtherSessions: true } } };
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

function requireNewPassword(value: unknown, field: string): void {
  parseFields(z.object({ [field]: NewPassword }), { [field]: value });
}
