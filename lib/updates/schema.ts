import { z } from "zod";

/** Shapes of updates that the API, the pages and the client share. Safe in a browser. */

export const UpdateKind = z.enum(["image", "catalog", "commit"]).meta({
  description:
    "catalog: the app's definition has changed in what it runs; image: a registry has something newer of what runs.",
});
export type UpdateKind = z.infer<typeof UpdateKind>;

export const UpdateService = z.object({
  name: z.string(),
  image: z
    .string()
    .meta({ description: "What runs, as the definition writes it; empty when it is built here." }),
  currentTag: z.string().nullable(),
  currentDigest: z.string().nullable(),
  latestTag: z.string().nullable().meta({ description: "null: nothing newer." }),
  latestDigest: z.string().nullable(),
  leapTag: z.string().nullable().meta({
    description: "A version of a further line, told and not offered, such as 19.0 where 18.1 runs.",
  }),
  reason: z.string().optional(),
});
export type UpdateService = z.infer<typeof UpdateService>;

export const UpdateEntry = z.object({
  projectId: z.string(),
  name: z.string(),
  appId: z.string(),
  appName: z.string(),
  logo: z.string(),
  kind: UpdateKind,
  supported: z.boolean().meta({ description: "Whether there is anything upstream to compare with." }),
  behind: z.boolean().meta({ description: "Never true for what is unknown." }),
  current: z.string().meta({ description: "The version that runs; empty when it tells none." }),
  latest: z
    .string()
    .meta({ description: "The version after the update; the current one where there is none." }),
  services: z.array(UpdateService),
  releaseNotes: z.string().nullable().meta({ description: "Where the app's authors tell what is new." }),
  pinned: z.boolean().meta({ description: "People hold its version; applying is refused." }),
  checkedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When the upstream half was read; null: not yet." }),
  automatic: z
    .object({
      next: z.iso.datetime().nullable().meta({
        description: "When its window opens next, or since when it is open; null: within a year it does not.",
      }),
      held: z.string().nullable().meta({ description: "Why it was not updated by itself, in words." }),
    })
    .nullable()
    .meta({ description: "Whether it is updated by itself; null: people do it." }),
  reason: z.string().optional().meta({ description: "Why it is unsupported or unknown, in words." }),
  note: z.string().optional().meta({ description: "What else is worth knowing, in words." }),
});
export type UpdateEntry = z.infer<typeof UpdateEntry>;

export const ScanState = z
  .object({
    running: z.boolean(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    done: z.number().int().meta({ description: "Images asked for so far." }),
    total: z.number().int(),
  })
  .nullable()
  .meta({ description: "The organization's last comparison, or the one under way; null: there was none." });
export type ScanState = z.infer<typeof ScanState>;

export const UpdateList = z.object({ data: z.array(UpdateEntry), scan: ScanState });
export type UpdateList = z.infer<typeof UpdateList>;

export const ScanResult = z.object({
  scanned: z.number().int().meta({ description: "Projects that were looked at." }),
  supported: z.number().int().meta({ description: "Those of them that have something upstream." }),
});
export type ScanResult = z.infer<typeof ScanResult>;

export const ROUND_STATES = ["running", "done", "stopped", "cancelled"] as const;

export const RoundEntry = z.object({
  projectId: z.string(),
  name: z.string(),
  state: z.enum(["waiting", "running", "updated", "rolled_back", "failed", "left_out"]),
  deploymentId: z.string().nullable(),
  reason: z.string().nullable().meta({ description: "Why it was left out, or what went wrong, in words." }),
});
export type RoundEntry = z.infer<typeof RoundEntry>;

export const UpdateRound = z.object({
  id: z.string(),
  state: z.enum(ROUND_STATES).meta({
    description: "stopped: one did not work, and the others were not begun; cancelled: somebody ended it.",
  }),
  goOn: z.boolean(),
  entries: z.array(RoundEntry),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  canStop: z.boolean(),
});
export type UpdateRound = z.infer<typeof UpdateRound>;
