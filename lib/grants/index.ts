export { checkGrants } from "./check";
export { grantChoices } from "./choices";
export { toGiven } from "./rows";
