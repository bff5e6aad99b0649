export { createToken } from "./create";
export { listTokens } from "./list";
export { revokeToken } from "./revoke";
