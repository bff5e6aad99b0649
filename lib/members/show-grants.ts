import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { heldGrants } from "./held-grants";
import { memberRecord, onMember } from "./on-member";
import { Grants, MemberId } from "./schema";

export const showGrants = operation({
  id: "members.showGrants",
  rest: "GET /api/members/{memberId}/grants",
  summary: "What a member may do.",
  permission: "organization:admin",
  on: onMember,
  input: z.object({ memberId: MemberId }),
  output: Grants,
  async run(_caller, { memberId }) {
    return { grants: await heldGrants(await memberRecord(memberId)) };
  },
});
