export { connectDocker } from "./docker/docker-engine";
export * from "./engine";
export { findEngine } from "./find";
export { installCommand } from "./install-command";
export { createMemoryEngine } from "./memory/memory-engine";
