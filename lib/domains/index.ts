export { addDomain } from "./add";
export { checkDomain } from "./check";
export { listDomains } from "./list";
export { removeDomain } from "./remove";
