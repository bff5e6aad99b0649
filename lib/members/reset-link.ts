import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { createResetLinkFor } from "@/lib/auth";
import { members } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { memberRecord, onMember } from "./on-member";
import { mayChange } from "./rules";
import { MemberId, ResetLink } from "./schema";

export const makeResetLink = operation({
  id: "members.makeResetLink",
  rest: "POST /api/members/{memberId}/reset-link",
  summary:
    "Make a link under which a member can choose a new password, once and within the hour; only for an admin of this instance who may also remove the member.",
  permission: "organization:admin",
  on: onMember,
  input: z.object({ memberId: MemberId }),
  output: ResetLink,
  status: 201,
  async run(caller, { memberId }) {
    const member = await memberRecord(memberId);
    // Who holds such a link can become this person: a program's token is no proof of who asks.
    if (!caller.instanceAdmin || caller.kind !== "session") {
      throw new Refusal("FORBIDDEN", {
        message: "Only an admin of this instance who is signed in can make such a link.",
      });
    }
    const own = and(eq(members.userId, caller.userId), eq(members.organizationId, member.organizationId));
    const [asker] = await db().select({ role: members.role }).from(members).where(own);
    if (!mayChange(asker?.role, member.role)) {
      throw new Refusal("FORBIDDEN", { message: "Only an owner can make such a link for an owner." });
    }
    const { url, expiresAt } = await createResetLinkFor(member.userId);
    return { url, expiresAt: expiresAt.toISOString() };
  },
});
