export { listRegistries } from "./list";
export { removeRegistry } from "./remove";
export { setRegistry } from "./set";
