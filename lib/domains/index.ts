export { addDomain } from "./add";
export { listDomains } from "./list";
export { removeDomain } from "./remove";
