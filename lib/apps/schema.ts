import { z } from "zod";
import { ConnectionChoice, ConnectionMode } from "@/lib/projects/connections/schema";
import { LimitChange } from "@/lib/projects/resources/schema";
import { ProjectId, ProjectName } from "@/lib/projects/schema";

/** Shapes of the catalog, the plan and an installation. Safe in a browser. */

export const AppId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "is not an app id")
  .max(64);

/** A card of the catalog grid. */
export const CatalogEntry = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string(),
  logoPath: z
    .string()
    .nullable()
    .meta({ description: "Address of the logo on this instance; null: draw a monogram." }),
  category: z.enum(["backend", "database", "cms", "mail", "analytics", "automation", "other"]),
  tags: z.array(z.string()),
  version: z.string(),
  kind: z.enum(["template", "flow"]),
  flowHref: z.string().nullable(),
  available: z.boolean(),
  verified: z.boolean(),
  custom: z.boolean().meta({ description: "Whether the organization brought it itself." }),
  experimental: z.boolean(),
  requiresVersion: z
    .string()
    .nullable()
    .meta({ description: "Set when this instance is older than the app needs." }),
  installed: z
    .number()
    .int()
    .meta({ description: "Projects of the caller's organization in which it has been deployed." }),
});
export type CatalogEntry = z.infer<typeof CatalogEntry>;

const Figure = z.object({ needed: z.number(), available: z.number() });
export const HostFit = z.object({
  minResources: z.object({ memoryMb: z.number().optional(), cpuCores: z.number().optional() }).nullable(),
  capacity: z.object({
    cpuCores: z.number().nullable(),
    memoryMb: z.number().nullable(),
    source: z.enum(["engine", "unknown"]),
  }),
  fit: z.object({ ok: z.boolean(), memory: Figure.optional(), cpu: Figure.optional() }),
  workspace: z
    .object({ cpuCores: z.number(), memoryMb: z.number(), diskMb: z.number() })
    .optional()
    .meta({ description: "On cloud only: the workspace that all services share." }),
});
export type HostFit = z.infer<typeof HostFit>;

/** What people answer, per service and variable. Every value is text, as the environment is. */
export const SettingAnswers = z.record(
  z.string().max(63),
  z.record(z.string().max(256), z.string().max(32_768)),
);
export type SettingAnswers = z.infer<typeof SettingAnswers>;

export const ExposureChoice = z.object({
  service: z.string().max(63),
  port: z.number().int().min(1).max(65535),
  mode: z.enum(["domain", "port", "publish", "internal"]),
  domain: z.string().max(253).optional(),
  hostPort: z
    .number({ error: "Write a port number." })
    .int("Write a whole number.")
    .min(1, "A port is between 1 and 65535.")
    .max(65535, "A port is between 1 and 65535.")
    .optional(),
});
export type ExposureChoice = z.infer<typeof ExposureChoice>;

/** Install and plan take the same answers. */
export const InstallInput = z.object({
  appId: AppId,
  name: ProjectName.optional(),
  projectId: ProjectId.optional().meta({ description: "The draft to continue, whatever its name." }),
  settings: SettingAnswers.optional(),
  endpoints: z.array(ExposureChoice).max(64).optional(),
  connections: z
    .array(ConnectionChoice)
    .max(32)
    .optional()
    .meta({ description: "All of them; left out: as stored." }),
  serverId: z.string().optional(),
  deploy: z.boolean().optional(),
});
export type InstallInput = z.infer<typeof InstallInput>;

export const Installed = z.object({ projectId: z.string(), deploymentId: z.string().nullable() });
export type Installed = z.infer<typeof Installed>;

/** How an endpoint will be reached. */
export const PlannedRoute = z.object({
  service: z.string(),
  port: z.number(),
  label: z.string(),
  kind: z.enum(["http", "tcp"]),
  mode: z.enum(["domain", "port", "publish", "internal"]),
  hostPort: z.number().nullable(),
  address: z.string(),
  conflict: z.string().nullable().meta({ description: "A sentence, when the port cannot be had." }),
  waiting: z.string().nullable(),
});

/** Everything that Install will make, and nothing else. */
export const InstallPlan = z.object({
  appId: z.string(),
  name: z.string(),
  slug: z.string(),
  draftId: z.string().nullable().meta({ description: "The draft that Install will continue." }),
  services: z.array(
    z.object({
      name: z.string(),
      image: z.string().meta({ description: "Its name, or in words what it is built from." }),
      present: z.boolean().nullable().meta({ description: "null when the engine could not be asked" }),
      build: z
        .literal("built")
        .nullable()
        .meta({ description: "Set when the image is built here instead of pulled." }),
      sizeBytes: z.number().nullable(),
      digest: z.string().nullable(),
      starts: z.string().meta({ description: "In words, such as `First` or `When postgres is healthy`." }),
      order: z.number().int().meta({ description: "From 1; services of one number start together." }),
    }),
  ),
  network: z.string(),
  routes: z.array(PlannedRoute),
  volumes: z.array(
    z.object({ name: z.string(), service: z.string(), target: z.string(), exists: z.boolean().nullable() }),
  ),
  files: z
    .array(z.object({ service: z.string(), path: z.string(), secret: z.boolean() }))
    .meta({ description: "Written into the containers; `secret` when a secret goes into it." }),
  limits: z.array(LimitChange),
  secrets: z.array(z.object({ key: z.string(), services: z.array(z.string()), form: z.string() })),
  prepare: z
    .array(
      z.object({
        id: z.string().meta({ description: "Tells it apart from the project's other steps." }),
        service: z.string(),
        title: z.string(),
        description: z.string().nullable(),
        runs: z.string().meta({ description: "In words, such as `When postgres is healthy`." }),
        once: z.boolean(),
        required: z.boolean().meta({ description: "Whether the deployment fails with it." }),
        keeps: z
          .object({ key: z.string(), secret: z.boolean(), services: z.array(z.string()) })
          .nullable()
          .meta({ description: "The variable that keeps what it captures, and the services that get it." }),
      }),
    )
    .meta({ description: "Commands that run inside containers after they start, in order." }),
  connections: z.array(
    z.object({
      requirementId: z.string(),
      label: z.string(),
      projectId: z.string(),
      projectName: z.string(),
      mode: ConnectionMode,
      network: z.string().nullable().meta({ description: "The network made for these two projects alone." }),
      reaches: z.array(z.string()).meta({ description: "Services of the source that join that network." }),
      variables: z.array(
        z.object({
          service: z.string(),
          key: z.string(),
          secret: z.boolean(),
          typed: z.boolean().meta({ description: "A value was typed, and is used instead." }),
        }),
      ),
    }),
  ),
  environment: z.array(
    z.object({ service: z.string(), key: z.string(), value: z.string().nullable(), secret: z.boolean() }),
  ),
  fit: HostFit,
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .meta({ description: "What stands in the way of installing." }),
});
export type InstallPlan = z.infer<typeof InstallPlan>;

const Told = z.object({
  path: z.string(),
  message: z.string(),
  line: z
    .number()
    .int()
    .optional()
    .meta({ description: "Where it stands in the text, counted from 1; absent when none was given." }),
});

/** What a definition looks like to whoever would install it. */
export const Validation = z.object({
  valid: z.boolean(),
  errors: z.array(Told).meta({ description: "Why it cannot be installed." }),
  warnings: z
    .array(Told.extend({ suggestion: z.string().optional() }))
    .meta({ description: "What is allowed, but probably not meant; with the nearest known key." }),
});
export type Validation = z.infer<typeof Validation>;

/** What the wizard needs to continue a draft: everything typed, except secrets, of which only the presence is told. */
export const Draft = z.object({
  projectId: z.string(),
  name: z.string(),
  settings: SettingAnswers,
  secretsSet: z.array(z.object({ service: z.string(), key: z.string() })),
  endpoints: z.array(ExposureChoice),
  connections: z.array(ConnectionChoice),
  savedAt: z.iso.datetime(),
});
export type Draft = z.infer<typeof Draft>;
