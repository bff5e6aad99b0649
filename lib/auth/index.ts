export { setupNeeded } from "./first-admin";
export { signInWithPassword, signOut } from "./sign-in";
