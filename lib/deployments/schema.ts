import { z } from "zod";

/** Shapes of deployments that the API, the pages and the client share. Safe in a browser. */

export const DeploymentId = z.string().regex(/^dep_[0-9a-z]{20}$/, "is not a deployment id");

export const DEPLOYMENT_STATES = [
  "queued",
  "building",
  "deploying",
  "ready",
  "failed",
  "cancelled",
  "rolled_back",
] as const;
export const DeploymentState = z.enum(DEPLOYMENT_STATES);
export type DeploymentState = z.infer<typeof DeploymentState>;

export const Trigger = z.enum(["install", "manual", "settings", "retry", "update", "rollback", "restore"]);
export type Trigger = z.infer<typeof Trigger>;

/**
 * The fixed order of a deployment; a step that has nothing to do is `skipped` and says so. Only one that changes its
 * project has `data` (copies of volumes) and `watch` (the new version must stay up).
 */
export const STEP_NAMES = [
  "freeze",
  "pull",
  "build",
  "network",
  "data",
  "start",
  "health",
  "prepare",
  "routes",
  "watch",
] as const;

/** Something a step does to one thing: an image to pull, a service to start. */
export const StepItem = z.object({
  name: z.string(),
  state: z.enum(["waiting", "running", "done", "failed", "skipped"]),
  /** What to read beside it, such as `341 MB`, `62%`, `healthy after 3.1 s`, `waits for postgres`. */
  detail: z.string(),
  percent: z.number().min(0).max(100).optional(),
  /** What people read in place of the name. */
  title: z.string().optional(),
  description: z.string().optional(),
});

export const Step = z.object({
  name: z.enum(STEP_NAMES),
  state: z.enum(["waiting", "running", "done", "failed", "skipped", "cancelled"]),
  detail: z.string().optional(),
  items: z.array(StepItem).optional(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Step = z.infer<typeof Step>;
export type StepItem = z.infer<typeof StepItem>;

export const DeploymentRow = z.object({
  id: DeploymentId,
  number: z.number().int().meta({ description: "Counts up within the project, from 1." }),
  projectId: z.string(),
  projectName: z.string(),
  appName: z.string(),
  logo: z.string(),
  trigger: Trigger,
  state: DeploymentState,
  reason: z.string().nullable(),
  createdBy: z.string().meta({ description: "The person's name." }),
  through: z.string().nullable().meta({
    description: "The token, AI client or standing wish that asked for it in their name; null: they did.",
  }),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type DeploymentRow = z.infer<typeof DeploymentRow>;

export const Deployment = DeploymentRow.extend({
  steps: z.array(Step),
  /** What to do next when it failed, in words. */
  advice: z.string().nullable(),
  failedService: z.string().nullable(),
  services: z.array(z.object({ name: z.string(), image: z.string(), digest: z.string().nullable() })),
  cancelRequested: z.boolean(),
  wayBack: z
    .object({
      data: z
        .object({
          takenAt: z.iso.datetime(),
          volumes: z.array(z.object({ name: z.string(), sizeBytes: z.number() })),
        })
        .nullable()
        .meta({ description: "The copy of its data; null when none is kept." }),
    })
    .nullable()
    .meta({ description: "What going back to it brings; null when it runs now or never worked." }),
});
export type Deployment = z.infer<typeof Deployment>;

export const LogLine = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  /** null: Roadstead's own line. */
  service: z.string().nullable(),
  level: z.enum(["debug", "info", "ok", "warn", "error"]),
  text: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;
