import { z } from "zod";
import { ExposureChoice, HostFit, InstallPlan, PlannedRoute, SettingAnswers } from "@/lib/apps/schema";
import { GivenResources, LimitChange } from "../resources/schema";
import { GivenVariable } from "../schema";

/** Shapes of the plan of a change. Safe in a browser. */

/** Changes that are not saved yet, each as the verb that saves it takes it. */
export const Proposal = z.object({
  settings: SettingAnswers.optional(),
  env: z.array(GivenVariable).max(1000).optional(),
  endpoints: z.array(ExposureChoice).max(64).optional(),
  resources: GivenResources.optional(),
  definition: z
    .literal("catalog")
    .optional()
    .meta({ description: "Plan for the app as the catalog has it now, instead of as it was installed." }),
});
export type Proposal = z.infer<typeof Proposal>;

/** Something that the running version has otherwise. `key` is a variable, a container port, a figure or a path. */
export const Undeployed = z.object({
  kind: z.enum(["variable", "endpoint", "limit", "file"]),
  service: z.string(),
  key: z.string(),
});
export type Undeployed = z.infer<typeof Undeployed>;

const Change = z.enum(["added", "changed", "removed"]);

export const VariableChange = z.object({
  service: z.string(),
  key: z.string(),
  change: Change,
  secret: z.boolean(),
  from: z.string().nullable().meta({ description: "null for a secret, and where there was none." }),
  to: z.string().nullable().meta({ description: "null for a secret, and where there will be none." }),
});
export type VariableChange = z.infer<typeof VariableChange>;

export const FileChange = z.object({
  service: z.string(),
  path: z.string(),
  change: Change,
  secret: z.boolean(),
  lines: z
    .array(z.object({ kind: z.enum(["same", "added", "removed", "skipped"]), text: z.string() }))
    .nullable()
    .meta({ description: "What changes, with a line around it; null for a file that holds a secret." }),
});
export type FileChange = z.infer<typeof FileChange>;

export const RouteChange = PlannedRoute.extend({
  change: z.enum(["added", "changed", "removed", "same"]),
  from: z
    .object({ address: z.string(), hostPort: z.number().nullable() })
    .nullable()
    .meta({ description: "As the running version has it; null: it has no such endpoint." }),
});
export type RouteChange = z.infer<typeof RouteChange>;

export const LinkChange = z.object({
  network: z.string(),
  users: z.array(z.string()).meta({ description: "Services of this project that join it." }),
  reaches: z.array(z.string()).meta({ description: "Services of the other project that they reach there." }),
  change: z.enum(["added", "changed", "removed", "same"]),
});
export type LinkChange = z.infer<typeof LinkChange>;

const PlannedService = z.object({
  name: z.string(),
  change: z
    .enum(["added", "recreated", "removed"])
    .meta({ description: "Every deployment makes all of its containers anew." }),
  why: z.array(z.string()).meta({
    description: "What is different about it, such as `image`, `variables` or `ports`; empty: nothing.",
  }),
  image: z.string(),
  from: z.string().nullable().meta({ description: "The image that runs now, when it is another one." }),
  build: z
    .enum(["built", "kept"])
    .nullable()
    .meta({ description: "For an image built here: built anew, or that of the running version." }),
  present: z.boolean().nullable(),
  sizeBytes: z.number().nullable(),
  digest: z.string().nullable(),
  starts: z.string(),
  order: z
    .number()
    .int()
    .nullable()
    .meta({ description: "Services of one number start together; null: it ends." }),
});

const PlannedVolume = z.object({
  name: z.string(),
  service: z.string(),
  target: z.string(),
  exists: z.boolean().nullable(),
  change: z.enum(["made", "kept", "left"]).meta({
    description: "left: nothing mounts it any more, and it stays where it is. No volume is ever removed.",
  }),
});

/** Everything that the next deployment will do, and nothing else. */
export const ChangePlan = z.object({
  projectId: z.string(),
  name: z.string(),
  running: z
    .object({ deploymentId: z.string(), number: z.number().int() })
    .nullable()
    .meta({ description: "What runs now; null: nothing was ever deployed with success." }),
  version: z.object({ from: z.string().nullable(), to: z.string() }),
  services: z.array(PlannedService),
  network: z.string(),
  links: z
    .array(LinkChange)
    .meta({ description: "Networks shared with projects that this one is connected to." }),
  volumes: z.array(PlannedVolume),
  routes: z.array(RouteChange),
  variables: z.array(VariableChange),
  files: z.array(FileChange),
  limits: z.array(LimitChange),
  secrets: z.array(z.object({ key: z.string(), services: z.array(z.string()), form: z.string() })),
  prepare: InstallPlan.shape.prepare,
  fit: HostFit,
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .meta({ description: "What stands in the way of deploying." }),
});
export type ChangePlan = z.infer<typeof ChangePlan>;
