import { dataKey } from "@/lib/secrets";

/** What every backup of this instance is sealed under. It outlives a change of the instance's secret. */
export const backupKey = () => dataKey("backup");
