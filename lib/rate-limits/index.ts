export { limitAuthAttempts, limitCaller, limitStranger } from "./limits";
