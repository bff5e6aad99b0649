import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { sessions } from "@/lib/auth/table";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { setBlocked } from "./person";
import { Person, UserId } from "./schema";

export const blockPerson = operation({
  id: "people.block",
  rest: "POST /api/people/{userId}/block",
  summary: "Keep a person out: their sessions end, and they cannot sign in until they are let in again.",
  permission: "instance",
  input: z.object({ userId: UserId }),
  output: Person,
  async run(caller, { userId }) {
    // Somebody is left who can let people in again.
    if (caller.userId === userId) throw new Refusal("OWN_ACCOUNT");
    return db().transaction(async (tx) => {
      const person = await setBlocked(userId, new Date(), tx);
      await tx.delete(sessions).where(eq(sessions.userId, userId));
      return person;
    });
  },
});
