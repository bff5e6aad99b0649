import type { AppDefinition, ServiceResources } from "@/lib/app-definition/schema";
import type { Exposure } from "@/lib/projects/schema";
import type { VariableRow } from "@/lib/projects/variables/stored";

/**
 * What a deployment changes about its project once it has become ready, and not a moment before: an update, or the
 * way back to an earlier version. Secrets in it are envelopes.
 */
export type Change = {
  definition: AppDefinition;
  exposures: Exposure[];
  resources: Record<string, ServiceResources>;
  writes: StoredText[];
  removals: { service: string; key: string }[];
  /** Digests that the images must have, by service: those that people were shown. */
  digests?: Record<string, string>;
  /** Keys of the `once` prepare steps that succeeded on the way. */
  once?: string[];
  /** Volumes that were not there before: they go again if it fails. */
  made?: string[];
  rollback?: Rollback;
};

/** The way back: to which deployment, and whether the data comes back with it. `restored`: the data is back. */
type Rollback = { deploymentId: string; number: number; restoreData: boolean; restored?: true };

/** A variable as its row is to be; `secret` is an envelope bound to project, service and key. */
type StoredText = Pick<VariableRow, "service" | "key" | "value" | "secret" | "source">;
