import { z } from "zod";

/** What this instance is and whether it can run containers. Safe in a browser. */
export const SystemInfo = z.object({
  version: z.string(),
  deployMode: z.enum(["selfhosted", "cloud", "desktop"]),
  publicUrl: z.string().nullable(),
  database: z.enum(["embedded", "postgresql"]),
  engine: z.object({
    state: z.enum(["ready", "missing"]),
    product: z.string().nullable(),
    version: z.string().nullable(),
    hostname: z.string().nullable(),
    cpuCores: z.number().nullable(),
    memoryMb: z.number().nullable(),
    message: z.string().meta({ description: "One sentence for people." }),
    installCommand: z.string().nullable().meta({ description: "What installs an engine on this system." }),
  }),
});
export type SystemInfo = z.infer<typeof SystemInfo>;
