import type { AppDefinition, ServiceResources } from "@/lib/app-definition/schema";
import type { Link } from "@/lib/projects/connections/wiring";
import type { Exposure } from "@/lib/projects/schema";

/** One variable as it was when the deployment was frozen. Exactly one of the two is set; `secret` is an envelope. */
export type FrozenVariable = { value?: string; secret?: string };

/** What one service's image is built from: its build file and its folder of the shared context. */
export type FrozenBuild = {
  service: string;
  dockerfile: FrozenVariable;
  files: { path: string; content: FrozenVariable }[];
};

/** The template of a variable, or of a file, whose `key` is then its path. */
export type DerivedText = { service: string; key: string; isFile: boolean; text: FrozenVariable };

/**
 * What a deployment runs, exactly: redeploying or rolling back to it needs nothing else.
 * `env` is fully resolved, placeholders and all; `images` is filled by the steps pull and build. `builds` is absent
 * where nothing is built. What prepare steps capture is put into `env` and `files` as it comes.
 */
export type Snapshot = {
  definition: AppDefinition;
  slug: string;
  exposures: Exposure[];
  /** Which of an endpoint's two loopback ports is this deployment's: never that of the one it takes over from. */
  berth?: 0 | 1;
  /** Limits by service; a service without an entry is uncapped. */
  resources?: Record<string, ServiceResources>;
  env: Record<string, Record<string, FrozenVariable>>;
  /** The networks shared with the projects that this one uses. */
  links?: Link[];
  files: { service: string; path: string; content: FrozenVariable }[];
  builds?: FrozenBuild[];
  images: Record<string, { reference: string; digest: string | null; id: string }>;
  /** Texts of the author that name what a prepare step captures: filled in anew with each capture. */
  derived?: DerivedText[];
  /** How often the variables or files of a service have changed since the freeze; 0 when absent. */
  revisions?: Record<string, number>;
};
