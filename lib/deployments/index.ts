export { cancelDeployment } from "./cancel";
export { deployProject } from "./deploy";
export { followDeployment } from "./follow";
export { listDeployments } from "./list";
export { listDeploymentLogs } from "./list-logs";
export { rollBackDeployment } from "./rollback";
export { showDeployment } from "./show";
