export { showHealth } from "./health";
export { showSystemInfo } from "./info";
