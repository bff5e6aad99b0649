export type { Letter } from "./letter";
export { mailIsSetUp, sendLetter } from "./send";
