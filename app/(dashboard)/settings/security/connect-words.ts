import { REFUSALS } from "@/lib/access/refusal";

const WORDS: Record<string, string> = {
  access_denied: "You did not allow it there, so nothing was connected.",
  unable_to_link_account:
    "The provider has not verified the e-mail address of this account. Verify it there, then connect it.",
  account_already_linked_to_different_user: REFUSALS.ACCOUNT_LINKED_ELSEWHERE[1],
  state_mismatch: "This began in another browser, or too long ago. Try again.",
};

/** Why an account was not connected, from the code that its provider's way back leaves in the address. */
export function connectWords(code: unknown): string | undefined {
  if (typeof code !== "string" || code === "") return undefined;
  return WORDS[code] ?? "Connecting this account did not work. Try again.";
}
