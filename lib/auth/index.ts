export { askLibrary } from "./ask-library";
export { setupNeeded } from "./first-admin";
export { askForReset, createResetLinkFor, resetLinkWorks, resetPassword } from "./reset/reset";
export { signInWithPassword, signOut } from "./sign-in";
