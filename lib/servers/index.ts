export { engine, engineStatus, useEngine } from "./engine";
export { installationId } from "./installation";
export { LABELS } from "./labels";
export { onEngine } from "./on-engine";
export { engineRegistries } from "./registries";
export { THIS_SERVER } from "./this-server";
