import { z } from "zod";
import { ConfigField } from "./config-fields";
import { ConnectionSpec, Provides, Requires } from "./connection";
import { InternalRoute, Line, Slug } from "./grammar";
import { Endpoint, FileSpec, Management, PrepareStep } from "./operations";
import { Service } from "./services";
import { InstallLayout, SettingGroup } from "./settings";

export const CATEGORIES = ["backend", "database", "cms", "mail", "analytics", "automation", "other"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The newest shape that this instance understands. */
export const SCHEMA_VERSION = 1;

const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Shape and grammar of an app, before its parts are checked against each other. Unknown keys are dropped. */
export const Shape = z.object({
  $schema: z.string().optional().meta({ description: "Address of the published schema, for editors." }),
  id: Slug.meta({ description: "Stable kebab-case name; equals the file name." }),
  name: Line.meta({ description: "Display name." }),
  description: Line.meta({ description: "One line for the catalog card." }),
  kind: z
    .enum(["template", "flow"])
    .meta({ description: "template runs services; flow points at a wizard." }),
  logo: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, "A logo is a slug of letters, digits and dashes.")
    .max(64, "A logo's slug is at most 64 characters long.")
    .meta({ description: "Icon-library slug, or the name of a logo in public/logos." }),
  category: z.enum(CATEGORIES).meta({ description: "Where it stands in the catalog." }),
  tags: z.array(Line).max(50).default([]).meta({ description: "Words to find it by." }),
  framework: z.string().optional().meta({ description: "Stack of the project, usually docker-compose." }),
  services: z
    .array(Service)
    .max(64, "An app has at most 64 services.")
    .default([])
    .meta({ description: "Containers to run." }),
  configFields: z
    .array(ConfigField)
    .max(500)
    .default([])
    .meta({ description: "Env values that the machine makes." }),
  flowHref: InternalRoute.optional().meta({ description: "For flow: internal route of the wizard." }),
  settings: z
    .array(SettingGroup)
    .max(50)
    .default([])
    .meta({ description: "Settings form and install inputs." }),
  installLayout: InstallLayout.optional().meta({ description: "Layout hints of the install form." }),
  management: Management.optional().meta({ description: "What manages the app after installation." }),
  prepare: z
    .array(PrepareStep)
    .default([])
    .meta({ description: "Commands run in a container after it starts." }),
  connection: ConnectionSpec.optional().meta({ description: "The card that says how to connect." }),
  endpoints: z.array(Endpoint).max(100).optional().meta({ description: "How ports may be exposed." }),
  files: z.array(FileSpec).max(100).default([]).meta({ description: "Config files put into a container." }),
  provides: z.array(Provides).default([]).meta({ description: "Connections that other projects can use." }),
  requires: z.array(Requires).default([]).meta({ description: "Connections needed from another project." }),
  available: z
    .boolean()
    .default(false)
    .meta({ description: "false or omitted: coming soon, not installable." }),
  unlisted: z.boolean().default(false).meta({ description: "Not in the grid, but installable by its id." }),
  verified: z.boolean().default(false).meta({ description: "Curated by the catalog's makers." }),
  hosting: z
    .enum(["self-hosted", "experimental"])
    .optional()
    .meta({ description: "experimental adds a warning." }),
  minResources: z
    .object({
      memoryMb: z.number().positive().optional().meta({ description: "Memory, in MB." }),
      cpuCores: z.number().positive().optional().meta({ description: "CPU, in vCPU." }),
    })
    .optional()
    .meta({ description: "What the host should have, where upstream documents a floor." }),
  schemaVersion: z
    .int("schemaVersion is a whole number.")
    .min(1, "schemaVersion starts at 1.")
    .default(1)
    .meta({ description: "Revision of this shape." }),
  minEngine: z
    .string()
    .regex(SEMVER, "minEngine is a version such as 1.4.0.")
    .optional()
    .meta({ description: "Oldest instance version that can install it." }),
  updatedAt: z.string().optional().meta({ description: "When it was last changed, for information." }),
  repository: z
    .url({ protocol: /^https?$/, error: "repository must be an http or https URL." })
    .refine((url) => !/\s/.test(url), "repository must be an http or https URL, without spaces.")
    .optional()
    .meta({ description: "Upstream source repository." }),
});

export type Shape = z.infer<typeof Shape>;
