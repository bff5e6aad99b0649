export { announce } from "./announce";
export { addChannel } from "./channels/add";
export { changeChannel } from "./channels/change";
export { listChannels } from "./channels/list";
export { removeChannel } from "./channels/remove";
export { renewSecret } from "./channels/renew-secret";
export type { Fact } from "./facts";
