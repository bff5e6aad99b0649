const WORDS: Record<string, string> = {
  access_denied: "You did not allow it there, so nobody was signed in.",
  account_not_linked:
    "Nobody here has connected this account. Sign in another way; accounts are connected while signed in.",
  signup_disabled: "Nobody here has connected this account, and this instance takes no sign-ups.",
  email_not_found: "The provider told no e-mail address for this account.",
  state_mismatch: "This sign-in began in another browser, or too long ago. Try again.",
  USER_BANNED: "This account is blocked. Ask an admin of this instance.",
};

/** What a provider's way back means, from the code that it leaves in the address. */
export function providerWords(code: unknown): string | undefined {
  if (typeof code !== "string" || code === "") return undefined;
  return WORDS[code] ?? "Signing in there did not work. Try again, or sign in another way.";
}
