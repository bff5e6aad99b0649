import { z } from "zod";
import type { Role } from "@/lib/access/permissions";
import { GrantList } from "@/lib/grants/schema";

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

export const Grants = z.object({ grants: GrantList });
export type Grants = z.infer<typeof Grants>;

export const ResetLink = z.object({
  url: z.string().meta({ description: "Works once; shown this one time." }),
  expiresAt: z.iso.datetime(),
});
