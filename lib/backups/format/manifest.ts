import { z } from "zod";
import { AppDefinition } from "@/lib/app-definition/schema";
import { Exposure } from "@/lib/projects/schema";

/** The newest shape that this version writes and reads. */
export const FORMAT = 1;

const Variable = z.object({
  service: z.string(),
  key: z.string(),
  text: z.string(),
  secret: z.boolean(),
  source: z.enum(["definition", "generated", "setting", "user", "captured"]),
});

/** What a backup says of its project, before the data. Secrets are in it: it is never outside of the sealed stream. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  backupId: z.string(),
  createdAt: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string(), slug: z.string(), appId: z.string() }),
  definition: AppDefinition,
  exposures: z.array(Exposure),
  resources: z.record(
    z.string(),
    z.object({
      cpuCores: z.number().optional(),
      memoryMb: z.number().optional(),
      diskMb: z.number().optional(),
    }),
  ),
  variables: z.array(Variable),
  images: z.record(
    z.string(),
    z.object({ reference: z.string(), digest: z.string().nullable(), id: z.string() }),
  ),
  connections: z.array(
    z.object({
      requirementId: z.string(),
      sourceProjectId: z.string().nullable(),
      provideId: z.string(),
      mode: z.enum(["internal", "public"]),
    }),
  ),
  preparedOnce: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;
