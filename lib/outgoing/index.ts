export { type Answer, type Ask, ask, createAsk, replaceAsk } from "./ask";
export { OutgoingError } from "./error";
