export { showHostFit } from "./host-fit";
export { importDefinition } from "./import";
export { installApp } from "./install";
export { listCatalog } from "./list";
export { planInstall } from "./plan";
export { showApp } from "./show";
export { validateDefinition } from "./validate";
