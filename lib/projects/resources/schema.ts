import { z } from "zod";
import { ServiceResources } from "@/lib/app-definition/format/services";

/** Shapes of resource settings. Safe in a browser. */

/** The figures of one service as somebody gives them: left out stays, null removes the limit. */
const GivenFigures = z.object({
  cpuCores: z
    .number({ error: "Write a number of vCPU, such as 0.5." })
    .min(0.01, "The engine takes no less than 0.01 vCPU.")
    .max(1_024, "Write at most 1024 vCPU.")
    .nullish(),
  memoryMb: z
    .number({ error: "Write a number of MB, such as 512." })
    .int("Write whole MB.")
    .min(6, "The engine takes no less than 6 MB.")
    .max(67_108_864, "Write at most 67108864 MB.")
    .nullish(),
  diskMb: z
    .number({ error: "Write a number of MB, such as 8192." })
    .int("Write whole MB.")
    .min(1, "Write 1 MB or more.")
    .max(1_073_741_824, "Write at most 1073741824 MB.")
    .nullish()
    .meta({ description: "Counts for the size of a cloud workspace only; engines do not enforce it." }),
});

export const GivenResources = z.record(z.string().max(63), GivenFigures);
export type GivenResources = z.infer<typeof GivenResources>;

export const ProjectResources = z.object({
  data: z.array(
    z.object({
      service: z.string(),
      cpuCores: z.number().nullable().meta({ description: "CPU limit, in vCPU; null: none." }),
      memoryMb: z.number().nullable().meta({ description: "Memory limit, in MB; null: none." }),
      diskMb: z.number().nullable().meta({ description: "Disk request, in MB; null: none." }),
      profile: ServiceResources.nullable().meta({ description: "What the app's author asks for." }),
    }),
  ),
  capacity: z
    .object({ cpuCores: z.number().nullable(), memoryMb: z.number().nullable() })
    .meta({ description: "What the machine has; null: not measured." }),
  needsRedeploy: z.boolean().meta({ description: "Whether the running version has other limits." }),
});
export type ProjectResources = z.infer<typeof ProjectResources>;

/** A limit of the engine that a service gets, or loses. */
export const LimitChange = z.object({
  service: z.string(),
  figure: z.enum(["cpuCores", "memoryMb"]),
  from: z.number().nullable().meta({ description: "null: no limit" }),
  to: z.number().nullable().meta({ description: "null: no limit" }),
});
export type LimitChange = z.infer<typeof LimitChange>;
