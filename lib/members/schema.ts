import { z } from "zod";
import { LEVELS, RESOURCE_TYPES, type Role } from "@/lib/access/permissions";

/** Shapes of members, invitations and grants. */

export type MyOrganization = { id: string; name: string; role: Role };

export type MemberRow = {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string;
};

export type InvitationRow = { id: string; email: string; role: Role; url: string; expiresAt: string };

export const MemberId = z.string().min(1).max(64).meta({ description: "The id of a membership, `mem_…`." });

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

export const Grants = z.object({
  grants: z.array(Grant).max(500, "Give at most 500 grants; use * for all of a type."),
});
export type Grants = z.infer<typeof Grants>;

export const ResetLink = z.object({
  url: z.string().meta({ description: "Works once; shown this one time." }),
  expiresAt: z.iso.datetime(),
});
