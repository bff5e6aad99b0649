import { z } from "zod";
import { EnvKey, EnvValue, Line, ServiceRef } from "./grammar";

export const ConfigField = z.object({
  key: EnvKey.meta({ description: "Env key that is written." }),
  service: ServiceRef.meta({ description: "Service that receives it." }),
  label: Line.meta({ description: "What it is, for people." }),
  help: z.string().optional().meta({ description: "A longer explanation." }),
  type: z.enum(["text", "password"]).optional().meta({ description: "How it is shown." }),
  default: EnvValue.optional().meta({ description: "Used when nothing is generated." }),
  generate: z
    .enum(["secret", "jwt"])
    .optional()
    .meta({ description: "secret: a random value; jwt: a token signed with the secret of jwtSecretGroup." }),
  generateGroup: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Fields of one group receive the same value." }),
  jwtSecretGroup: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "For jwt: the group that holds the signing secret." }),
  jwtRole: z.string().min(1).optional().meta({ description: "For jwt: the role claim." }),
  required: z.boolean().optional().meta({ description: "Must end up with a value." }),
  secret: z.boolean().optional().meta({ description: "Stored encrypted and masked." }),
  length: z
    .int()
    .min(8)
    .max(1_024)
    .optional()
    .meta({ description: "Characters of a generated secret; 64 when omitted." }),
  encoding: z
    .enum(["hex", "base64", "base64url", "alphanumeric"])
    .optional()
    .meta({ description: "Alphabet of a generated secret; hex when omitted." }),
});
export type ConfigField = z.infer<typeof ConfigField>;
