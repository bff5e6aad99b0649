export { type Answer, type Ask, ask, createAsk, replaceAsk, whyNotAsked } from "./ask";
export { OutgoingError } from "./error";
export { type Incoming, transfer } from "./transfer";
