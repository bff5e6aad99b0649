import type { AppDefinition, ServiceResources } from "@/lib/app-definition/schema";
import type { Exposure } from "@/lib/projects/schema";
import type { SealedVariable } from "@/lib/projects/variables/stored";

/**
 * What a deployment changes about its project once it has become ready, and not a moment before: an update, or the
 * way back to an earlier version. Secrets in it are envelopes.
 */
export type Change = {
  definition: AppDefinition;
  exposures: Exposure[];
  resources: Record<string, ServiceResources>;
  writes: SealedVariable[];
  removals: { service: string; key: string }[];
  /** How the project was when the change was thought through. */
  base: Pick<Change, "exposures" | "resources">;
  /** Digests that the images must have, by service: those that people were shown. */
  digests?: Record<string, string>;
  /** Keys of the `once` prepare steps that succeeded on the way. */
  once?: string[];
  /** Volumes that were not there before, once that is known: they go again if it fails. */
  made?: string[];
  rollback?: Rollback;
  restore?: Restore;
};

/** The way back: to which deployment, and whether the data comes back with it. `restored`: the data is back. */
export type Rollback = { deploymentId: string; number: number; restoreData: boolean; restored?: true };

/** From which backup the data comes. `filled`: the volumes hold its files; `loaded`: the services that have read its dumps. */
export type Restore = { backupId: string; filled?: true; loaded?: string[] };
