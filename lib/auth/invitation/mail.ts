import { type Letter, mailIsSetUp, sendLetter } from "@/lib/mail";
import { countShared } from "@/lib/rate-limits";
import { baseUrl } from "../base-url";
import { openInvitation } from "../store/invitations";
import { invitationLink } from "./link";

// Withdrawing and inviting again, whoever does it, fills nobody's mailbox.
const LETTERS = { most: 3, withinS: 15 * 60 };

/**
 * Sends the link of an invitation, when this instance can send mail. One that cannot be sent fails nothing: the inviter
 * has the link too, and hands it over.
 * @returns whether a mail server took the letter
 */
export async function mailInvitation(invitationId: string): Promise<boolean> {
  if (!mailIsSetUp()) return false;
  try {
    const { invitation, organizationName, inviterName } = await openInvitation(invitationId);
    const { count } = await countShared(`invitation ${invitation.email}`, LETTERS.withinS);
    if (count > LETTERS.most) return false;
    await sendLetter(invitation.email, invitationLetter(invitationId, inviterName, organizationName));
    return true;
  } catch (error) {
    console.error(
      "A mail with an invitation could not be sent:",
      error instanceof Error ? error.message : error,
    );
    return false;
  }
}

function invitationLetter(id: string, inviter: string, organization: string): Letter {
  return {
    subject: `${inviter} invites you to ${organization}`,
    before: ["Hello,", `${inviter} invites you to join ${organization} on Roadstead at ${baseUrl()}.`],
    link: { label: "See the invitation", url: invitationLink(id) },
    after: [
      "The link works once, within seven days, and for this address only. Do not pass it on: who has it can join in your place.",
      "If you do not know what this is about, do nothing.",
    ],
  };
}
