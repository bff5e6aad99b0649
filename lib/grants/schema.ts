import { z } from "zod";
import { LEVELS, type Level, RESOURCE_TYPES, type ResourceType } from "@/lib/access/permissions";

/** How grants are written in requests and answers, whoever they are given to. */

const Grant = z.object({
  resourceType: z.enum(RESOURCE_TYPES, { error: "Choose organization, project, server or repository." }),
  resourceId: z
    .string()
    .min(1, "Write an id, or * for all of them.")
    .max(64, "Write an id, or * for all of them.")
    .meta({ description: "An id, or `*` for all of that type in the organization." }),
  permissions: z
    .array(z.enum(LEVELS, { error: "Choose read, write or admin." }))
    .min(1, "Choose at least one of read, write and admin.")
    .max(LEVELS.length)
    .meta({ description: "A permission includes the lesser ones." }),
});

/** A grant as it is written: on what, and its permission with the lesser ones that it includes. */
export type GivenGrant = z.infer<typeof Grant>;

export const GrantList = z.array(Grant).max(1000, "Give at most 1,000 grants; use * for all of a type.");

/** Something that may be granted, and the most that the one who chooses may give of it. */
export type GrantChoice = {
  type: ResourceType;
  /** An id, or `*` for all of the type. */
  id: string;
  name: string;
  /** The slug of a project's logo. */
  logo?: string;
  most: Level;
};
