export type { Login, RegistryAccess } from "./access";
export { AT_ONCE } from "./gate";
export { readLogins } from "./logins";
export { readDigest } from "./read-digest";
export { readTags } from "./read-tags";
export { RegistryTrouble } from "./trouble";
