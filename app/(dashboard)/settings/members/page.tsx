import type { Metadata } from "next";
import { headers } from "next/headers";
import { InvitationsCard } from "@/components/members/invitations-card";
import { InviteCard } from "@/components/members/invite-card";
import { MembersCard } from "@/components/members/members-card";
import { OnlyLeave } from "@/components/members/only-leave";
import { SettingsPage } from "@/components/shell/settings/page";
import { askLibrary } from "@/lib/auth";
import { requireCaller } from "@/lib/auth/page-caller";
import { grantChoices } from "@/lib/grants";
import { mailIsSetUp } from "@/lib/mail";
import { myOrganizations } from "@/lib/members";
import { managesPeople, rolesToGive } from "@/lib/members/rules";
import type { InvitationRow, MemberRow } from "@/lib/members/schema";
import {
  cancelInvitationAction,
  changeRoleAction,
  inviteAction,
  leaveAction,
  removeMemberAction,
  replaceGrantsAction,
  resetLinkAction,
  showGrantsAction,
  transferAction,
} from "./actions";

export const metadata: Metadata = { title: "Members" };

const ACTIONS = {
  changeRole: changeRoleAction,
  remove: removeMemberAction,
  transfer: transferAction,
  leave: leaveAction,
  showGrants: showGrantsAction,
  replaceGrants: replaceGrantsAction,
  resetLink: resetLinkAction,
};

export default async function MembersPage() {
  const caller = await requireCaller("/settings/members");
  const here = (await myOrganizations(caller)).find(({ id }) => id === caller.organizationId);
  if (!here || !managesPeople(here.role)) {
    return (
      <SettingsPage title="Members">
        <OnlyLeave here={here} leave={leaveAction} />
      </SettingsPage>
    );
  }
  const [members, invitations, choices] = await Promise.all([
    readMembers(here.id),
    readInvitations(here.id),
    grantChoices(caller),
  ]);
  const { userId, instanceAdmin } = caller;
  return (
    <SettingsPage title="Members" lead={`Who belongs to ${here.name}, and as what.`}>
      <MembersCard
        members={members}
        here={here}
        me={{ userId, instanceAdmin }}
        choices={choices}
        actions={ACTIONS}
      />
      <InviteCard invite={inviteAction} roles={rolesToGive(here.role)} mail={mailIsSetUp()} />
      <InvitationsCard invitations={invitations} cancel={cancelInvitationAction} />
    </SettingsPage>
  );
}

const MOST_MEMBERS = 1000;

async function readMembers(organizationId: string): Promise<MemberRow[]> {
  const query = { organizationId, limit: MOST_MEMBERS, sortBy: "createdAt", sortDirection: "asc" as const };
  const from = await headers();
  const { members } = await askLibrary((api) => api.listMembers({ query, headers: from }));
  return members.map(({ id, userId, role, createdAt, user }) => ({
    id,
    userId,
    role,
    name: user.name,
    email: user.email,
    joinedAt: new Date(createdAt).toISOString(),
  }));
}

/** Those that can still be accepted. */
async function readInvitations(organizationId: string): Promise<InvitationRow[]> {
  const from = await headers();
  const all = await askLibrary((api) => api.listInvitations({ query: { organizationId }, headers: from }));
  return all.flatMap(({ id, email, role, status, expiresAt, ...rest }) => {
    // The membership plugin puts the link beside each that is open.
    const { url } = rest as { url?: string };
    if (status !== "pending" || !url || new Date(expiresAt) < new Date()) return [];
    return [{ id, email, role, url, expiresAt: new Date(expiresAt).toISOString() }];
  });
}
