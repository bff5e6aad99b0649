import { z } from "zod";
import { SettingGroup } from "@/lib/app-definition/format/settings";
import { ChangePlan } from "@/lib/projects/plan/schema";
import { UpdateEntry } from "./schema";

const Publication = z.object({
  image: z.string().meta({ description: "Empty when it is built here." }),
  tag: z.string().nullable(),
  digest: z.string().nullable().meta({ description: "null: not known before it is pulled." }),
});

export const UpdatePlan = UpdateEntry.pick({
  ...{ projectId: true, name: true, kind: true, behind: true, current: true, latest: true },
  ...{ releaseNotes: true, checkedAt: true, reason: true, note: true },
}).extend({
  services: z.array(
    z.object({
      name: z.string(),
      change: z.enum(["updated", "kept", "added", "removed"]).meta({
        description: "kept: the same image; its container is made anew all the same.",
      }),
      from: Publication.nullable(),
      to: Publication.nullable(),
    }),
  ),
  questions: z.array(SettingGroup).meta({
    description: "Settings that the update needs and nobody has answered yet, as a form draws them.",
  }),
  change: ChangePlan.nullable().meta({
    description: "All that the deployment would do; null: there is no update, or it needs an answer first.",
  }),
  issues: ChangePlan.shape.issues,
  volumes: z.array(z.object({ name: z.string(), service: z.string(), saved: z.boolean() })).meta({
    description:
      "Volumes that stay; saved: a copy is to be made before, since the service that uses it changes.",
  }),
  pause: z.object({ seconds: z.number(), deployment: z.number().int() }).nullable().meta({
    description: "How long starting took in the last deployment, and its number; null: not measured yet.",
  }),
});
export type UpdatePlan = z.infer<typeof UpdatePlan>;
