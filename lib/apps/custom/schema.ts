import { z } from "zod";
import { CatalogEntry } from "../schema";

/** Shapes of an organization's own apps. */

const Warning = z.object({ path: z.string(), message: z.string(), suggestion: z.string().optional() });

export const SavedCustomApp = z.object({
  entry: CatalogEntry,
  warnings: z
    .array(Warning)
    .meta({ description: "What was left out, and what is allowed but probably not meant." }),
});

export const CustomApp = z.object({
  entry: CatalogEntry,
  shadowed: z.boolean().meta({
    description: "Whether the catalog has brought an app of the same id since, which is shown instead.",
  }),
  projects: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: "The projects made from it that the caller may read, drafts among them." }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CustomApp = z.infer<typeof CustomApp>;
