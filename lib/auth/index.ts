export { setupNeeded } from "./first-admin";
export { askForReset, resetLinkWorks, resetPassword } from "./reset/reset";
export { signInWithPassword, signOut } from "./sign-in";
