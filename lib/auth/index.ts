export { showAccount } from "./account";
export { askLibrary } from "./ask-library";
export { setupNeeded } from "./first-admin";
export { openedHost, passkeysWorkAt } from "./plugins/passkeys";
export { askForReset, createResetLinkFor, resetLinkWorks, resetPassword } from "./reset/reset";
export { pendingChallenge, verifySecondFactor } from "./second-factor/verify";
export { signInWithPassword, signOut } from "./sign-in";
export { configuredProviders } from "./social";
