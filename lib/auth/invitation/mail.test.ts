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
  expect(body.mailed).toBe(true);
  const { to, subject, text } = await mailbox.next();
  expect(to).toEqual([email]);
  expect(subject).toBe("Maren Hallberg invites you to Maren's harbour");
  expect(text).toContain(body.url);
});

test("withdrawing and inviting again fills nobody's mailbox, and the invitation stands without a mail", async () => {
  const { browser } = await givenOwnerSignedIn();
  const mailed: boolean[] = [];
  for (let times = 0; times < 4; times++) {
    const { status, body } = await browser.post("organization/invite-member", {
      email: "often@example.org",
      role: "member",
    });
    expect(status).toBe(200);
    expect(body.url).toContain(body.id);
    mailed.push(body.mailed);
    await browser.post("organization/cancel-invitation", { invitationId: body.id });
  }
  expect(mailed).toEqual([true, true, true, false]);
});
