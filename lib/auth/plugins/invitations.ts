import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { parseFields } from "../parse-fields";
import { hashPassword } from "../password";
import { NewPassword } from "../password-rule";
import { PersonName } from "../person-name";
import { refuse } from "../refuse";
import { acceptAsNewPerson, openInvitation } from "../store/invitations";
import { requireStandingInviter } from "./organizations";

const NewPerson = z.object({ name: PersonName, password: NewPassword });

/**
 * Accepting an invitation without an account yet: the only way a person is made where sign-up is closed. Who has an
 * account signs in and uses the library's `/organization/accept-invitation`.
 */
export const invitations = () =>
  ({
    id: "invitations",
    endpoints: {
      previewInvitation: createAuthEndpoint(
        "/invitation",
        { method: "GET", query: z.object({ id: z.string() }) },
        async (ctx) => {
          const { invitation, ...names } = await openInvitation(ctx.query.id);
          await requireStandingInviter(invitation);
          const { email, role, expiresAt } = invitation;
          return ctx.json({ email, role, expiresAt, ...names });
        },
      ),
      acceptAsNewPerson: createAuthEndpoint(
        "/sign-up/invitation",
        {
          method: "POST",
          body: z.object({ invitationId: z.string(), name: z.unknown(), password: z.unknown() }),
        },
        async (ctx) => {
          const { invitation } = await openInvitation(ctx.body.invitationId);
          await requireStandingInviter(invitation);
          const { name, password } = parseFields(NewPerson, ctx.body);
          const { userId } = await acceptAsNewPerson(invitation, {
            name,
            password: await hashPassword(password),
          });
          const session = await ctx.context.internalAdapter.createSession(userId);
          const user = await ctx.context.internalAdapter.findUserById(userId);
          if (!session || !user) throw refuse("AUTH_UNAVAILABLE");
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ token: session.token, user });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
