import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { givenMailbox } from "@/lib/mail/testing";
import { givenOwnerSignedIn } from "../testing";

const mailbox = givenMailbox();
givenDatabase();

test("the invited address gets a mail with the same link as the inviter", async () => {
  const { browser } = await givenOwnerSignedIn();
  const email = "guest@example.org";
  const { body } = await browser.post("organization/invite-member", { email, role: "member" });
  const { to, subject, text } = await mailbox.next();
  expect(to).toEqual([email]);
  expect(subject).toBe("Maren Hallberg invites you to Maren's harbour");
  expect(text).toContain(body.url);
});
