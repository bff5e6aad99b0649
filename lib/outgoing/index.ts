export { type Answer, type Ask, ask, createAsk, useAsk } from "./ask";
export { OutgoingError } from "./error";
