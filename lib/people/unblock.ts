import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { setBlocked } from "./person";
import { Person, UserId } from "./schema";

export const unblockPerson = operation({
  id: "people.unblock",
  rest: "POST /api/people/{userId}/unblock",
  summary: "Let a blocked person sign in again.",
  permission: "instance",
  input: z.object({ userId: UserId }),
  output: Person,
  run: (_caller, { userId }) => setBlocked(userId, null),
});
