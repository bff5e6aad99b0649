export { countShared } from "./count-shared";
export { limitAuthAttempts, limitCaller, limitStranger } from "./limits";
