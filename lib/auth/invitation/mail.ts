import { type Letter, mailIsSetUp, sendLetter } from "@/lib/mail";
import { baseUrl } from "../base-url";
import { invitationLink } from "./link";

type Invited = {
  id: string;
  email: string;
  organization: { name: string };
  inviter: { user: { name: string } };
};

/**
 * Sends the link of an invitation, when this instance can send mail. One that cannot be sent fails nothing: the inviter
 * has the link too, and hands it over.
 */
export async function mailInvitation(invited: Invited): Promise<void> {
  if (!mailIsSetUp()) return;
  try {
    await sendLetter(invited.email, invitationLetter(invited));
  } catch (error) {
    console.error(
      "A mail with an invitation could not be sent:",
      error instanceof Error ? error.message : error,
    );
  }
}

function invitationLetter({ id, organization, inviter }: Invited): Letter {
  return {
    subject: `${inviter.user.name} invites you to ${organization.name}`,
    before: [
      "Hello,",
      `${inviter.user.name} invites you to join ${organization.name} on Roadstead at ${baseUrl()}.`,
    ],
    link: { label: "See the invitation", url: invitationLink(id) },
    after: [
      "The link works once, within seven days, and for this address only. Do not pass it on: who has it can join in your place.",
      "If you do not know what this is about, do nothing.",
    ],
  };
}
