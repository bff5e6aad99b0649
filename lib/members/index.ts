export { myOrganizations } from "./mine";
export { replaceGrants } from "./replace-grants";
export { makeResetLink } from "./reset-link";
export { showGrants } from "./show-grants";
