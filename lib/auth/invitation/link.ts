import { baseUrl } from "../base-url";

/** The page on which an invitation is accepted. Its id is a secret: who has the link may accept as that address. */
export function invitationLink(invitationId: string): string {
  return `${baseUrl()}/invitation/${invitationId}`;
}
