import { eq } from "drizzle-orm";
import { z } from "zod";
import { invalidInput } from "@/lib/access/invalid-input";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { type Letter, mailIsSetUp, sendLetter } from "@/lib/mail";
import { countShared } from "@/lib/rate-limits";
import { baseUrl } from "../base-url";
import { users } from "../table";
import { createResetLink, type ProofStore } from "./link";

const Request = z.object({
  email: z
    .email("Write your e-mail address, such as maren@example.org.")
    .max(254)
    .transform((email) => email.toLowerCase()),
});

// However many addresses ask: nobody's mailbox is filled from here.
const LETTERS = { most: 3, withinS: 15 * 60 };

/**
 * Sends a link to choose a new password, when there is somebody with this address. Neither the answer nor the time it
 * takes tells whether there is: all that differs happens after the answer.
 * @throws Refusal VALIDATION_ERROR when it is no e-mail address, MAIL_NOT_SET_UP
 */
export function requestReset(input: unknown, store: ProofStore): void {
  const parsed = Request.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  if (!mailIsSetUp()) throw new Refusal("MAIL_NOT_SET_UP");
  setImmediate(() => {
    mailResetLink(parsed.data.email, store).catch((error) => {
      console.error(
        "A mail with a reset link could not be sent:",
        error instanceof Error ? error.message : error,
      );
    });
  });
}

async function mailResetLink(email: string, store: ProofStore): Promise<void> {
  const [user] = await db()
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.email, email));
  if (!user) return;
  const { count } = await countShared(`reset ${user.id}`, LETTERS.withinS);
  if (count > LETTERS.most) return;
  const { url } = await createResetLink(store, user.id);
  await sendLetter(user.email, resetLetter(user.name, url));
}

function resetLetter(name: string, url: string): Letter {
  return {
    subject: "Choose a new password for Roadstead",
    before: [
      `Hello ${name},`,
      `somebody, hopefully you, asked to set a new password for your account at ${baseUrl()}.`,
    ],
    link: { label: "Choose a new password", url },
    after: [
      "The link works once, within an hour. Setting a new password ends all your sessions; an authenticator stays as it is.",
      "If it was not you, do nothing: your password is unchanged.",
    ],
  };
}
