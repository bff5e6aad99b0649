import type { GenericEndpointContext } from "better-auth";
import type { AuditDetails } from "@/lib/audit/chain/entry";

/** What one route of the auth library did, when it answered. */
export type RouteEvent = {
  operation: string;
  /** Where it belongs, when that is not the organization that the person has open; null: the instance. */
  organizationId?: string | null;
  resourceId?: string;
  details?: AuditDetails;
};

type Context = GenericEndpointContext;
type Reader = (ctx: Context, returned: Record<string, unknown>) => Omit<RouteEvent, "operation">;

const nothing: Reader = () => ({});
const method =
  (word: string): Reader =>
  () => ({ details: { method: word } });
const provider: Reader = (ctx) =>
  method(idOf(ctx.params?.id ?? ctx.body?.provider ?? ctx.body?.providerId) ?? "")(ctx, {});
const ofBody =
  (key: string): Reader =>
  (ctx) => ({ resourceId: idOf(ctx.body?.[key]) });
const ofAnswer: Reader = (_ctx, { id }) => ({ resourceId: idOf(id) });

/** The member that a route was about. Its invitation's id is not told: it is the secret of a link. */
const ofMember: Reader = (ctx, returned) => {
  const member = (returned.member ?? returned) as Record<string, unknown>;
  const organizationId = idOf(member.organizationId) ?? idOf(ctx.body?.organizationId);
  const [resourceId, person] = [idOf(member.id) ?? idOf(ctx.body?.memberId), idOf(member.userId)];
  const role = idOf(member.role) ?? idOf(ctx.body?.role);
  return { organizationId, resourceId, details: { ...(person && { person }), ...(role && { role }) } };
};

const ofInvitation: Reader = (ctx, returned) => {
  const { organizationId, role } = (returned.invitation ?? returned) as Record<string, unknown>;
  const label = idOf(role) ?? idOf(ctx.body?.role);
  return {
    organizationId: idOf(organizationId) ?? idOf(ctx.body?.organizationId),
    details: label ? { role: label } : undefined,
  };
};

const ofOrganization: Reader = (ctx, { id }) => {
  const organizationId = idOf(id) ?? idOf(ctx.body?.organizationId);
  return { organizationId, resourceId: organizationId };
};

/** Every route of the auth library that changes something, what it is called in the log, and what is told of it. */
export const ROUTE_EVENTS: Record<string, [operation: string, tell: Reader]> = {
  "/sign-in/email": ["auth.signIn", method("password")],
  "/sign-in/social": ["auth.signIn", provider],
  "/callback/:id": ["auth.signIn", provider],
  "/passkey/verify-authentication": ["auth.signIn", method("passkey")],
  "/two-factor/verify-totp": ["auth.signIn", method("code")],
  "/two-factor/verify-backup-code": ["auth.signIn", method("recovery code")],
  "/desktop-login": ["auth.signIn", method("desktop")],
  "/desktop-claim": ["auth.signIn", method("desktop")],
  "/cloud-callback": ["auth.signIn", method("cloud")],
  "/sign-up/email": ["auth.signUp", nothing],
  "/sign-up/invitation": ["organization.join", nothing],
  "/sign-out": ["auth.signOut", nothing],
  "/change-password": ["auth.changePassword", nothing],
  "/set-password": ["auth.addPassword", nothing],
  "/reset-password": ["auth.resetPassword", nothing],
  "/two-factor/enable": ["auth.beginTwoFactor", nothing],
  "/two-factor/disable": ["auth.disableTwoFactor", nothing],
  "/two-factor/generate-backup-codes": ["auth.replaceRecoveryCodes", nothing],
  "/passkey/verify-registration": ["auth.addPasskey", ofAnswer],
  "/passkey/update-passkey": ["auth.renamePasskey", ofBody("id")],
  "/passkey/delete-passkey": ["auth.removePasskey", ofBody("id")],
  "/link-social": ["auth.beginLinking", provider],
  "/unlink-account": ["auth.unlinkAccount", provider],
  "/revoke-session": ["auth.revokeSession", nothing],
  "/revoke-sessions": ["auth.revokeSessions", nothing],
  "/revoke-other-sessions": ["auth.revokeOtherSessions", nothing],
  "/update-user": ["auth.changeProfile", nothing],
  "/organization/create": ["organization.create", ofOrganization],
  "/organization/update": ["organization.rename", ofOrganization],
  // Its own log goes with it: that it was deleted is told where it outlasts it.
  "/organization/delete": [
    "organization.delete",
    (ctx) => ({ organizationId: null, resourceId: idOf(ctx.body?.organizationId) }),
  ],
  "/organization/transfer-ownership": ["organization.transfer", ofMember],
  "/organization/invite-member": ["organization.invite", ofInvitation],
  "/organization/cancel-invitation": ["organization.withdrawInvitation", ofInvitation],
  "/organization/accept-invitation": ["organization.join", ofMember],
  "/organization/reject-invitation": ["organization.declineInvitation", ofInvitation],
  "/organization/update-member-role": ["organization.changeRole", ofMember],
  "/organization/remove-member": ["organization.removeMember", ofMember],
  "/organization/leave": ["organization.leave", ofMember],
};

// Ids, roles and names of providers; whatever else stands in a body is not written down.
function idOf(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}
