import { z } from "zod";
import { EnvKey, EnvValue } from "@/lib/app-definition/format/grammar";
import { isTimeZone } from "@/lib/clock/time-zone";
import { SERVICE_WORDS } from "@/lib/services/schema";
import { UsedSource, UserProject } from "./connections/schema";

/** Shapes of projects that the API, the pages and the client share. Safe in a browser. */

/** How many projects one answer lists at most; the dashboard asks for so many. */
export const MOST_PROJECTS = 500;

export const ProjectId = z.string().regex(/^prj_[0-9a-z]{20}$/, "is not a project id");

export const ProjectName = z
  .string({ error: "Give the project a name." })
  .trim()
  .min(1, "Give the project a name.")
  .max(60, "Use at most 60 characters.")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, "Use letters, digits and spaces.")
  .refine((name) => /[\p{L}\p{N}]/u.test(name), "Use at least one letter or digit.");

/** Why a project is in a state, in one word for the mark and one sentence for people. */
export const ProjectStatus = z.object({
  state: z.enum(["draft", "deploying", "starting", "running", "degraded", "failed", "stopped", "unknown"]),
  reason: z.string().meta({ description: "One sentence, such as `2 of 2 services healthy`." }),
  readAt: z.iso.datetime(),
});

export const ServiceStatus = z.object({
  name: z.string(),
  image: z.string(),
  state: z.enum(SERVICE_WORDS),
  reason: z.string().meta({ description: "One sentence, such as `Its health check passes`." }),
  since: z.iso.datetime().nullable().meta({ description: "Since when its container is as it is." }),
  containerId: z.string().nullable(),
  restartCount: z.number().meta({ description: "How often the engine started it again by itself." }),
  exitCode: z.number().nullable().meta({ description: "Of its last end." }),
  startedAt: z.iso.datetime().nullable(),
  dependsOn: z.array(z.string()),
});

/** How an endpoint of the app is reached. `hostPort` is set for `port` (HTTP) and `publish` (raw TCP). */
export const Exposure = z.object({
  service: z.string(),
  port: z.number().int(),
  kind: z.enum(["http", "tcp"]),
  label: z.string(),
  mode: z.enum(["domain", "port", "publish", "internal"]),
  domain: z.string().optional(),
  hostPort: z.number().int().optional(),
  berths: z.tuple([z.number().int(), z.number().int()]).optional().meta({
    description:
      "Instead of a host port, for a domain: two ports of this machine's loopback, so that a new version can run beside the old one.",
  }),
});
export type Exposure = z.infer<typeof Exposure>;

/** An endpoint with the address people open; `waiting` says what is missing before a domain works. */
export const Address = Exposure.extend({ address: z.string().nullable(), waiting: z.string().optional() });

export const ProjectRow = z.object({
  id: ProjectId,
  name: z.string(),
  slug: z.string(),
  appId: z.string(),
  appName: z.string(),
  logo: z.string(),
  version: z.string(),
  isApp: z.boolean(),
  status: ProjectStatus,
  openUrl: z.string().nullable().meta({ description: "The first public http address, when there is one." }),
  createdAt: z.iso.datetime(),
  installedAt: z.iso.datetime().nullable(),
});

const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 02:30, from 00:00 to 23:59");

/** When a project may be updated by itself: on these days from one time until another, which may be on the next day. */
export const UpdateWindow = z
  .object({
    days: z
      .array(z.number().int().min(0).max(6))
      .min(1, "choose at least one day")
      .max(7)
      .transform((days) => [...new Set(days)].sort())
      .meta({ description: "Days on which it opens; 0 is Sunday." }),
    from: TimeOfDay,
    to: TimeOfDay,
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, "is no time zone that is known here; write it as Europe/Berlin"),
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    error: "must be another time than the one it opens at",
  });
export type UpdateWindow = z.infer<typeof UpdateWindow>;

/** Something that somebody changed by hand on the engine, and that a repair puts right. */
export const Drift = z.object({
  service: z.string(),
  kind: z.enum(["missing", "stopped", "renamed", "changed"]),
  what: z.string().meta({ description: "One sentence." }),
});
export type Drift = z.infer<typeof Drift>;

export const Project = ProjectRow.extend({
  description: z.string(),
  organizationId: z.string(),
  services: z.array(ServiceStatus),
  addresses: z.array(Address),
  volumes: z.array(
    z.object({
      name: z.string().meta({ description: "As the engine calls it; what `deleteVolumes` takes." }),
      service: z.string(),
      target: z.string(),
    }),
  ),
  drift: z
    .array(Drift)
    .meta({ description: "What somebody changed by hand on the engine; `projects.repair` puts it right." }),
  activeDeploymentId: z.string().nullable(),
  lastDeploymentId: z.string().nullable(),
  uses: z.array(UsedSource).meta({ description: "What its app requires, and which project gives it." }),
  usedBy: z.array(UserProject).meta({ description: "null: a project that the caller may not see." }),
  pinned: z.boolean().meta({ description: "People hold its version: no update is applied." }),
  updateWindow: UpdateWindow.nullable().meta({
    description: "When it is updated by itself; null: people do it.",
  }),
  canWrite: z.boolean(),
  canAdmin: z.boolean(),
});
export type ProjectRow = z.infer<typeof ProjectRow>;
export type Project = z.infer<typeof Project>;
export type ProjectStatus = z.infer<typeof ProjectStatus>;
export type ServiceStatus = z.infer<typeof ServiceStatus>;
export type Address = z.infer<typeof Address>;

/** A card value. `reach` says whether it works from outside or only between services of this engine. */
export const ConnectionOutput = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  internalValue: z
    .string()
    .optional()
    .meta({ description: "The form that other projects on this server use." }),
  reach: z.enum(["public", "internal", "any"]),
  secret: z.boolean(),
  kind: z.enum(["text", "url"]),
  envKey: z.string().optional(),
  help: z.string().optional(),
  recommended: z.boolean().optional(),
  width: z.enum(["full", "half"]).optional(),
  sourceLabel: z.string().optional(),
  variants: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        value: z.string(),
        internalValue: z.string().optional(),
      }),
    )
    .optional(),
});

export const Connection = z.object({
  title: z.string(),
  description: z.string(),
  outputs: z.array(ConnectionOutput),
  guide: z
    .object({
      intro: z.string().optional(),
      useHint: z.string().optional(),
      defaultMode: z.enum(["internal", "public"]).optional(),
    })
    .optional(),
  firstLogin: z
    .object({ username: z.string().optional(), password: z.string().optional(), note: z.string().optional() })
    .optional(),
});
export type Connection = z.infer<typeof Connection>;
export type ConnectionOutput = z.infer<typeof ConnectionOutput>;

/** One variable as the API shows it: a secret's value is never in it. */
export const EnvEntry = z.object({
  service: z.string(),
  key: z.string(),
  value: z.string().nullable().meta({ description: "null for a secret" }),
  secret: z.boolean(),
  source: z
    .enum(["definition", "generated", "setting", "user", "captured", "connection"])
    .meta({ description: "`connection`: another project gives it; a value set here is used instead." }),
});
export type EnvEntry = z.infer<typeof EnvEntry>;

/** One variable as somebody sets it. */
export const GivenVariable = z.object({
  service: z.string().max(63),
  key: EnvKey,
  value: EnvValue.optional().meta({ description: "Left out: a stored value stays as it is." }),
  secret: z.boolean().optional(),
});
export type GivenVariable = z.infer<typeof GivenVariable>;

/** A line that a service wrote; `service` null: Roadstead's own. */
export const RuntimeLine = z.object({
  at: z.iso.datetime(),
  service: z.string().nullable(),
  stream: z.enum(["stdout", "stderr"]),
  level: z.enum(["debug", "info", "ok", "warn", "error"]),
  text: z.string(),
});
export type RuntimeLine = z.infer<typeof RuntimeLine>;

/** What one service used at one moment. `cpu` 1 is one vCPU fully used. */
export const ServiceSample = z.object({
  service: z.string(),
  at: z.iso.datetime(),
  cpu: z.number(),
  memoryBytes: z.number(),
  memoryLimitBytes: z.number(),
  networkReceivedBytes: z.number(),
  networkSentBytes: z.number(),
  diskReadBytes: z.number(),
  diskWrittenBytes: z.number(),
});
export type ServiceSample = z.infer<typeof ServiceSample>;

/** Something about a project changed: read it again. */
export const ProjectChange = z.object({ projectId: z.string().nullable() });
export type ProjectChange = z.infer<typeof ProjectChange>;

const Figure = z.object({
  values: z.array(z.number().nullable()),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
});
export type Figure = z.infer<typeof Figure>;

/** What one service used in the last 24 hours, oldest first; lowest and highest are of its minutes. */
export const ServiceUsage = z.object({
  service: z.string(),
  spanSeconds: z.number().meta({ description: "What one value stands for." }),
  cpu: Figure.meta({ description: "vCPU." }),
  memory: Figure.meta({ description: "MB." }),
  received: Figure.meta({ description: "Bytes a second." }),
  sent: Figure.meta({ description: "Bytes a second." }),
  read: Figure.meta({ description: "Bytes a second." }),
  written: Figure.meta({ description: "Bytes a second." }),
});
export type ServiceUsage = z.infer<typeof ServiceUsage>;
