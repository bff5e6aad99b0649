export { mcpAddress, mcpSignInOff } from "./address";
export { askedFor } from "./asked-for";
export { changeMcpClient } from "./change";
export { connectClient } from "./connect";
export { disconnectMcpClient } from "./disconnect";
export { listMcpClients } from "./list";
export { placesOf } from "./places";
