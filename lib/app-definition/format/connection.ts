import { z } from "zod";
import { EnvKey, Line, ServiceRef } from "./grammar";
import { Localized } from "./localized";

const Source = z.string().meta({
  description: "env:<service>:<KEY>, publicUrl:<service>[:<port>], or template:<text with placeholders>.",
});

export const OutputVariant = z.object({
  id: z.string().min(1).meta({ description: "Names the variant." }),
  label: Localized.meta({ description: "Text of the switch." }),
  source: Source,
});

export const Output = z.object({
  id: z.string().min(1).meta({ description: "Names the output; provides refers to it." }),
  label: Line.meta({ description: "What it is, for people." }),
  source: Source,
  help: z.string().optional().meta({ description: "One sentence about its use." }),
  secret: z.boolean().optional().meta({ description: "Masked until revealed." }),
  envKey: EnvKey.optional().meta({ description: "Env key to suggest when another project uses the value." }),
  service: ServiceRef.optional().meta({ description: "Service whose host the internal form names." }),
  recommended: z.boolean().optional().meta({ description: "Highlighted." }),
  sourceLabel: Localized.optional().meta({ description: "Names the first form when there are variants." }),
  variants: z.array(OutputVariant).optional().meta({ description: "Other forms of the value." }),
  width: z
    .enum(["full", "half"])
    .optional()
    .meta({ description: "half puts two short outputs side by side." }),
  kind: z.enum(["text", "url"]).optional().meta({ description: "url adds a link, for http and https only." }),
});

export const Guide = z.object({
  intro: Localized.optional().meta({ description: "How to begin." }),
  useHint: Localized.optional().meta({ description: "How another project uses the values." }),
  defaultMode: z.enum(["internal", "public"]).optional().meta({ description: "Form that is shown first." }),
});

export const FirstLogin = z.object({
  username: Localized.optional().meta({ description: "Fixed user name that the app ships with." }),
  password: Localized.optional().meta({ description: "Fixed password that the app ships with." }),
  note: Localized.optional().meta({ description: "What to do at the first sign-in." }),
});

export const ConnectionSpec = z.object({
  title: z.string().optional().meta({ description: "Heading of the card." }),
  description: z.string().optional().meta({ description: "A sentence below the heading." }),
  outputs: z.array(Output).meta({ description: "Values that the card shows." }),
  guide: Guide.optional().meta({ description: "Words about connecting." }),
  firstLogin: FirstLogin.optional().meta({ description: "Fixed credentials that the app ships with." }),
});

export const Provides = z.object({
  id: z.string().min(1).meta({ description: "Names the bundle." }),
  outputRefs: z.array(z.string()).meta({ description: "Ids of outputs in it." }),
  category: z.string().optional().meta({ description: "Matched with a requirement's category." }),
});

export const Requires = z.object({
  id: z.string().min(1).meta({ description: "Names the requirement." }),
  label: Localized.meta({ description: "What is needed, for people." }),
  envKey: EnvKey.meta({ description: "Env key that receives the connection." }),
  category: z.string().optional().meta({ description: "Which bundles may serve." }),
  mode: z.enum(["internal", "public"]).optional().meta({ description: "Which form of the value is wired." }),
  optional: z.boolean().optional().meta({ description: "The app can be installed without it." }),
});

export type Output = z.infer<typeof Output>;
export type OutputVariant = z.infer<typeof OutputVariant>;
export type ConnectionSpec = z.infer<typeof ConnectionSpec>;
export type Provides = z.infer<typeof Provides>;
export type Requires = z.infer<typeof Requires>;
