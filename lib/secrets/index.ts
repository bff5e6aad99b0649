export { authSecret, internalToken } from "./auth-secret";
export { dataKey } from "./data-key";
export { openSecret, type SecretBinding, sealSecret } from "./seal";
