import { z } from "zod";
import { EnvKey, EnvValue, Line, ServiceRef } from "./grammar";

const ONE_VALUE = "Write a text in quotes, a number, or true or false.";
const Scalar = z.union([z.string(), z.number(), z.boolean()], { error: ONE_VALUE });

export const ShowIf = z
  .object({
    field: EnvKey.meta({ description: "Key of the field that decides." }),
    service: ServiceRef.optional().meta({ description: "Its service; this field's own when omitted." }),
    equals: z
      .union([Scalar, z.array(Scalar).min(1)], {
        error: "Write a text in quotes, a number, true or false, or a list of these.",
      })
      .optional()
      .meta({ description: "Shown when the value is this one, or one of these." }),
    truthy: z
      .boolean()
      .optional()
      .meta({ description: "true: shown when it has a value and is not off; false: when not." }),
  })
  .refine((condition) => (condition.equals === undefined) !== (condition.truthy === undefined), {
    error: "showIf takes exactly one of equals and truthy.",
  });

const Option = z.object({
  value: EnvValue.meta({ description: "Env value of this choice." }),
  label: z.string().meta({ description: "Text of this choice." }),
});

const Columns = z.int().min(1).max(2);

export const SettingField = z.object({
  key: EnvKey.meta({ description: "Env key that is written." }),
  service: ServiceRef.meta({ description: "Service that receives it." }),
  label: Line.meta({ description: "The field's label." }),
  type: z
    .enum(["text", "password", "boolean", "select", "number", "multiselect", "radio", "textarea"])
    .meta({ description: "Kind of input." }),
  help: z.string().optional().meta({ description: "One sentence below the field." }),
  options: z.array(Option).optional().meta({ description: "Choices of a select, radio or multiselect." }),
  separator: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Joins the choices of a multiselect; a comma when omitted." }),
  min: z.number().optional().meta({ description: "Smallest number." }),
  max: z.number().optional().meta({ description: "Largest number." }),
  step: z
    .number()
    .positive()
    .optional()
    .meta({ description: "Distance between allowed numbers, counted from min." }),
  integer: z.boolean().optional().meta({ description: "Whole numbers only." }),
  pattern: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: "Regular expression (RE2) that the whole value must match." }),
  patternError: z.string().optional().meta({ description: "Message when it does not match." }),
  default: EnvValue.optional().meta({ description: "Value to begin with." }),
  placeholder: z.string().optional().meta({ description: "Shown in an empty field." }),
  secret: z.boolean().optional().meta({ description: "Stored encrypted and masked." }),
  trueValue: EnvValue.optional().meta({
    description: "Env value of a boolean that is on; true when omitted.",
  }),
  falseValue: EnvValue.optional().meta({
    description: "Env value of a boolean that is off; false when omitted.",
  }),
  requiresRedeploy: z
    .boolean()
    .optional()
    .meta({ description: "A change takes effect with the next deployment." }),
  advanced: z.boolean().optional().meta({ description: "Stands in the collapsed section." }),
  installStep: z.boolean().optional().meta({ description: "Also asked when the app is installed." }),
  required: z.boolean().optional().meta({ description: "Must have a value." }),
  showIf: ShowIf.optional().meta({ description: "Shown only under this condition." }),
  fullWidth: z.boolean().optional().meta({ description: "Spans both columns." }),
  columns: Columns.optional().meta({ description: "1, or 2 to stand side by side." }),
});

export const SettingGroup = z.object({
  id: z.string().min(1).meta({ description: "Names the group." }),
  label: Line.meta({ description: "Heading of the group." }),
  description: z.string().optional().meta({ description: "A sentence below the heading." }),
  fields: z.array(SettingField).max(100).meta({ description: "Fields in the order shown." }),
  columns: Columns.optional().meta({
    description: "Columns of this group in the grouped layout and after installation.",
  }),
});

export const InstallLayout = z.object({
  settings: z
    .enum(["split", "single", "grouped"])
    .optional()
    .meta({ description: "split: two cards side by side; single: one card; grouped: one card per group." }),
});

export type SettingField = z.infer<typeof SettingField>;
export type SettingGroup = z.infer<typeof SettingGroup>;
export type ShowIf = z.infer<typeof ShowIf>;
