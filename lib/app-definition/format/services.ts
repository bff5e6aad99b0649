import { z } from "zod";
import { splitWords } from "@/lib/app-definition/command";
import { parseImage } from "@/lib/app-definition/images";
import { parsePorts } from "@/lib/app-definition/ports";
import { quote } from "@/lib/app-definition/quote";
import { parseVolume } from "@/lib/app-definition/volumes";
import { Duration, EnvKey, EnvValue, HOSTNAME, Port, RelativePath, ServiceName, ServiceRef } from "./grammar";

const Image = z
  .string()
  .refine((text) => parseImage(text) !== undefined, {
    error: (issue) => `${quote(issue.input)} is not an image reference; write it as repository:tag.`,
  })
  .meta({ description: "Prebuilt image. Pin its version: a tag other than latest, or a digest." });

const PortString = z.string().refine((text) => parsePorts(text) !== undefined, {
  error: (issue) => `${quote(issue.input)} is not a port; write it as "80", "8080:80" or "53/udp".`,
});

const VolumeString = z.string().superRefine((text, context) => {
  const volume = parseVolume(text);
  if (!volume.ok) context.addIssue({ code: "custom", message: volume.message });
});

export const Healthcheck = z
  .object({
    test: z
      .union(
        [
          z.string().min(1, "The test must not be empty."),
          z.array(z.string()).min(1, "The test must not be empty."),
        ],
        { error: "Write a command line, or a list of words." },
      )
      .optional()
      .meta({ description: "A shell command line, or an argv that starts with CMD, CMD-SHELL or NONE." }),
    interval: Duration.optional().meta({ description: "Time between two checks, such as 30s." }),
    timeout: Duration.optional().meta({ description: "How long one check may take." }),
    retries: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: "Failures in a row that make it unhealthy." }),
    startPeriod: Duration.optional().meta({
      description: "Time after the start in which failures do not count.",
    }),
    disable: z
      .boolean()
      .optional()
      .meta({ description: "true switches off the check that the image brings." }),
  })
  .refine((check) => check.disable || check.test !== undefined, {
    path: ["test"],
    error: "A health check needs a test, or disable: true.",
  });

export const ServiceBuild = z.object({
  dockerfile: z
    .string()
    .min(1, "The build file must not be empty.")
    .max(65_536, "A build file is at most 64 KiB long.")
    .meta({
      description:
        "The whole build file; {{config:KEY}} is resolved. COPY and ADD sources begin with the service's name.",
    }),
  files: z
    .array(
      z.object({
        path: RelativePath.meta({
          description: "Relative to the service's own folder of the build context.",
        }),
        content: z.string().max(524_288, "A file is at most 512 KiB long.").meta({
          description: "The file's text; {{config:KEY}} is resolved. One that begins with #! is executable.",
        }),
      }),
    )
    .max(200, "A build has at most 200 files.")
    .default([])
    .meta({ description: "Further files of the build context." }),
});

/** 1 EiB: any larger, and its bytes no longer fit what engines count with. */
const MOST_MB = 2 ** 40;

export const ServiceResources = z.object({
  cpuCores: z.number().positive().max(1_024).optional().meta({ description: "CPU limit, in vCPU." }),
  memoryMb: z.int().positive().max(MOST_MB).optional().meta({ description: "Memory limit, in MB." }),
  diskMb: z.int().positive().max(MOST_MB).optional().meta({ description: "Disk request, in MB." }),
});

export const Route = z.object({
  port: Port.meta({ description: "Container port." }),
  slugSuffix: z
    .string()
    .regex(HOSTNAME, "A suffix is part of a hostname: lower-case letters, digits and dashes.")
    .optional()
    .meta({ description: "Distinguishes the hostname of this further port." }),
});

const argv = z.array(
  z.string().refine((word) => !word.includes("\0"), "An argument cannot hold a NUL character."),
);

/** How a service's data is kept by its own means, while it runs. */
export const ServiceBackup = z.object({
  dump: argv.min(1).meta({
    description:
      "The exact argv that writes the data to stdout. Run in the service's container, with its environment.",
  }),
  restore: argv.min(1).meta({
    description:
      "The exact argv that reads such a dump from stdin, into the running service. It may be run again after it was interrupted.",
  }),
});
export type ServiceBackup = z.infer<typeof ServiceBackup>;

export const Service = z
  .object({
    name: ServiceName.meta({ description: "Name of the service and its hostname on the project's network." }),
    image: Image.optional(),
    build: ServiceBuild.optional().meta({ description: "Inline build context, instead of an image." }),
    ports: z.array(PortString).default([]).meta({ description: "Compose-style port strings." }),
    exposedPort: Port.optional().meta({ description: "Container port that receives the public route." }),
    exposed: z.boolean().optional().meta({ description: "Marks the service that gets a public route." }),
    routes: z.array(Route).default([]).meta({ description: "For several public ports." }),
    environment: z
      .record(EnvKey, EnvValue)
      .default({})
      .meta({ description: "Defaults that are no secrets; placeholders are resolved." }),
    secretEnv: z
      .array(EnvKey)
      .default([])
      .meta({ description: "Env keys that are always stored encrypted." }),
    volumes: z
      .array(VolumeString)
      .default([])
      .meta({ description: "Named volumes: name:/path or name:/path:ro." }),
    dependsOn: z.array(ServiceRef).default([]).meta({ description: "Services that start before this one." }),
    healthcheck: Healthcheck.optional().meta({ description: "How to see that the service works." }),
    restart: z
      .enum(["no", "always", "on-failure", "unless-stopped"])
      .optional()
      .meta({ description: "When the engine starts it again; unless-stopped when omitted." }),
    command: z
      .string()
      .refine(
        (line) => splitWords(line) !== undefined,
        "The command has a quote or a backslash that nothing closes.",
      )
      .optional()
      .meta({ description: "Replaces the image's command; split into words as a shell would." }),
    commandArgv: argv.min(1).optional().meta({ description: "The exact argv; wins over command." }),
    entrypoint: argv.min(1).optional().meta({ description: "Replaces the image's entrypoint." }),
    stopGracePeriod: Duration.optional().meta({
      description: "How long a stop may take before it is killed.",
    }),
    user: z
      .string()
      .regex(
        /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?::[A-Za-z0-9_][A-Za-z0-9_.-]*)?$/,
        "Write a user as name, uid or uid:gid.",
      )
      .max(64, "A user is at most 64 characters long.")
      .optional()
      .meta({ description: "User, or user:group, that runs the process." }),
    shmSizeMb: z.int().positive().max(65_536).optional().meta({ description: "Size of /dev/shm, in MB." }),
    backup: ServiceBackup.optional().meta({
      description: "The service's own dump, which a backup holds in place of its volumes.",
    }),
    resources: ServiceResources.optional().meta({ description: "Resource profile of this service." }),
  })
  .superRefine((service, context) => {
    if ((service.image === undefined) !== (service.build === undefined)) return;
    const message = `service "${service.name}" must set exactly one of image|build`;
    context.addIssue({ code: "custom", message });
  });

export type Service = z.infer<typeof Service>;
export type ServiceBuild = z.infer<typeof ServiceBuild>;
export type ServiceResources = z.infer<typeof ServiceResources>;
