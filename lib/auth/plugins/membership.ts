import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from "better-auth/api";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { invitationLink } from "../invitation/link";
import { mailInvitation } from "../invitation/mail";
import { transferOwnership } from "../store/members";

const WITH_LINKS = new Set(["/organization/invite-member", "/organization/list-invitations"]);

/** What the organization routes lack: handing the organization over, and the link of an invitation, to copy and by mail. */
export const membership = () =>
  ({
    id: "membership",
    endpoints: {
      transferOwnership: createAuthEndpoint(
        "/organization/transfer-ownership",
        {
          method: "POST",
          use: [sessionMiddleware],
          body: z.object({ organizationId: z.string(), memberId: z.string() }),
        },
        async (ctx) => {
          await transferOwnership(db(), { ...ctx.body, from: ctx.context.session.user.id });
          return ctx.json({ status: true });
        },
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && WITH_LINKS.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (Array.isArray(returned)) return ctx.json(returned.map(withLink));
            if (!isInvitation(returned)) return;
            return ctx.json({ ...withLink(returned), mailed: await mailInvitation(returned.id) });
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

type Invitation = { id: string; status: string };

function isInvitation(value: unknown): value is Invitation {
  return typeof value === "object" && value !== null && "status" in value && !(value instanceof Error);
}

function withLink(invitation: Invitation) {
  return invitation.status === "pending" ? { ...invitation, url: invitationLink(invitation.id) } : invitation;
}
