import { z } from "zod";

/** Shapes of connections between projects. Safe in a browser. */

export const ConnectionMode = z.enum(["internal", "public"]);
export type ConnectionMode = z.infer<typeof ConnectionMode>;

export const ConnectionChoice = z.object({
  requirementId: z.string().max(128).meta({ description: "Of the app's `requires`." }),
  projectId: z.string().max(64).meta({ description: "The project of this organization that provides it." }),
  mode: ConnectionMode.optional().meta({
    description: "Left out: as the app asks for, or internal where that is not possible.",
  }),
});
export type ConnectionChoice = z.infer<typeof ConnectionChoice>;

const Reason = z.string().nullable();

/** A project that could meet a requirement. */
export const SourceCandidate = z.object({
  projectId: z.string(),
  name: z.string(),
  appId: z.string(),
  appName: z.string(),
  logo: z.string(),
  keys: z.array(z.string()).meta({ description: "The variables that it would give." }),
  modes: z
    .object({ internal: Reason, public: Reason })
    .meta({ description: "null: possible; else why it is not." }),
  defaultMode: ConnectionMode,
  unavailable: Reason.meta({ description: "Why it cannot be chosen now; null: it can." }),
});
export type SourceCandidate = z.infer<typeof SourceCandidate>;

/** One requirement with what could meet it. */
export const SourceChoices = z.object({
  requirementId: z.string(),
  label: z.string(),
  category: z.string().nullable(),
  envKey: z.string(),
  optional: z.boolean(),
  candidates: z.array(SourceCandidate),
  apps: z
    .array(z.object({ appId: z.string(), name: z.string(), logo: z.string() }))
    .meta({ description: "Apps that came with this instance and provide it." }),
});
export type SourceChoices = z.infer<typeof SourceChoices>;

/** What a project uses. */
export const UsedSource = z.object({
  requirementId: z.string(),
  label: z.string(),
  optional: z.boolean(),
  mode: ConnectionMode.nullable(),
  projectId: z.string().nullable().meta({ description: "null: none, or gone." }),
  project: z
    .object({ id: z.string(), name: z.string(), logo: z.string() })
    .nullable()
    .meta({ description: "null: none, gone, or one that the caller may not see." }),
  problem: Reason.meta({ description: "What stands in the way of the next deployment." }),
  variables: z.array(z.object({ service: z.string(), key: z.string(), typed: z.boolean() })),
});
export type UsedSource = z.infer<typeof UsedSource>;

/** A project that uses this one; null: one that the caller may not see. */
export const UserProject = z.object({ id: z.string(), name: z.string(), logo: z.string() }).nullable();
export type UserProject = z.infer<typeof UserProject>;
