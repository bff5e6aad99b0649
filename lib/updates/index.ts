export { applyUpdate } from "./apply";
export { listUpdates } from "./list";
export { mayScan } from "./may-scan";
export { planUpdate } from "./plan";
export { scanUpdates } from "./scan";
export { startUpdateSchedule, stopUpdateSchedule } from "./scan/schedule";
