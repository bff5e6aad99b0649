import { z } from "zod";
import { ContainerFile, EnvKey, InternalRoute, Line, Port, ServiceRef } from "./grammar";
import { Localized } from "./localized";

export const PrepareStep = z.object({
  service: ServiceRef.meta({ description: "Service whose container runs it." }),
  command: z
    .string()
    .min(1, "The command must not be empty.")
    .meta({ description: "Run by the shell (sh) of the container, as its user." }),
  capture: z
    .string()
    .min(1, "Name the captured output.")
    .meta({ description: "Name of the captured stdout; tells steps of one service apart." }),
  capturePattern: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: "RE2 that takes the value out: first group, else whole match." }),
  persistAs: z
    .object({
      key: EnvKey.meta({ description: "Env key that keeps the value." }),
      secret: z.boolean().optional().meta({ description: "Stored encrypted." }),
    })
    .optional()
    .meta({ description: "Keeps the captured value as an env variable." }),
  once: z.boolean().optional().meta({ description: "Not again once it has succeeded." }),
  phase: z
    .enum(["pre-deploy", "post-start", "post-ready"])
    .optional()
    .meta({ description: "When it runs; post-start when omitted. pre-deploy is never run." }),
  mustSucceed: z.boolean().optional().meta({ description: "true fails the deployment when it fails." }),
  readiness: z
    .object({
      test: z.string().min(1).meta({ description: "Polled until it succeeds, before a post-ready step." }),
      interval: z
        .int()
        .positive()
        .max(60_000)
        .optional()
        .meta({ description: "Milliseconds between two polls; 2000 when omitted." }),
      retries: z
        .int()
        .positive()
        .max(1_000)
        .optional()
        .meta({ description: "How many polls at most; 30 when omitted." }),
    })
    .optional()
    .meta({ description: "What a post-ready step waits for." }),
  title: Localized.optional().meta({ description: "Heading of the step." }),
  description: Localized.optional().meta({ description: "A sentence about the step." }),
  icon: z.string().optional().meta({ description: "Icon id." }),
});

export const FileSpec = z.object({
  service: ServiceRef.meta({ description: "Service whose container holds it." }),
  path: ContainerFile.meta({ description: "Absolute path inside the container." }),
  content: z
    .string()
    .max(524_288, "A file is at most 512 KiB long.")
    .meta({ description: "Text; placeholders are resolved." }),
});

export const EXPOSURE_MODES = ["domain", "port", "publish", "internal"] as const;
const ExposureModeSchema = z.enum(EXPOSURE_MODES);
export type ExposureMode = (typeof EXPOSURE_MODES)[number];

export const Endpoint = z.object({
  service: ServiceRef.meta({ description: "Service that listens." }),
  port: Port.meta({ description: "Container port." }),
  label: Line.meta({ description: "What it is, for people." }),
  kind: z.enum(["http", "tcp"]).meta({ description: "http can have a domain; tcp is a raw port." }),
  required: z.boolean().optional().meta({ description: "The user must choose an exposure." }),
  scope: z.enum(["public", "internal", "local"]).optional().meta({ description: "Who should reach it." }),
  defaultMode: ExposureModeSchema.optional().meta({ description: "Exposure that is preselected." }),
  allowedModes: z
    .array(ExposureModeSchema)
    .min(1)
    .optional()
    .meta({ description: "Exposures that are offered." }),
});

export const Management = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("schema").meta({ description: "Render the settings form." }) }),
    z.object({
      kind: z.literal("custom").meta({ description: "Send the user to a page of its own." }),
      href: InternalRoute.meta({ description: "Internal route." }),
    }),
  ],
  { error: 'Use {"kind": "schema"}, or {"kind": "custom"} with an href.' },
);

export type PrepareStep = z.infer<typeof PrepareStep>;
export type FileSpec = z.infer<typeof FileSpec>;
export type Endpoint = z.infer<typeof Endpoint>;
