export { authSecret, internalToken } from "./auth-secret";
export { openSecret, type SecretBinding, sealSecret } from "./seal";
