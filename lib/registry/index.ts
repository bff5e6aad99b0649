export type { Login, RegistryAccess } from "./access";
export { forgetAuthorizations } from "./authorization";
export { checkLogin } from "./check-login";
export { AT_ONCE } from "./gate";
export { loginBinding, loginForImage, loginsForBuilds, readLogins } from "./logins";
export { readDigest } from "./read-digest";
export { readTags } from "./read-tags";
export { RegistryTrouble } from "./trouble";
