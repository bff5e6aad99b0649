export { applyUpdate } from "./apply";
export { listUpdates } from "./list";
export { scanUpdates } from "./scan";
export { startUpdateSchedule, stopUpdateSchedule } from "./scan/schedule";
