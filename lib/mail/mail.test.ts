import { expect, test } from "vitest";
import { sendLetter } from "./send";
import { givenMailbox } from "./testing";

const mailbox = givenMailbox();

const letter = {
  subject: "A new password for Roadstead",
  before: ['Somebody wrote <script>alert("x")</script> & more.', "Äpfel, 港"],
  link: { label: "Choose a new password", url: "https://apps.example.org/reset-password?token=a&b=c" },
  after: ["The link works once."],
};

test("a letter arrives as plain text and as HTML, from the address of the settings", async () => {
  await sendLetter("maren@example.org", letter);
  const { to, from, subject, text, html, raw } = await mailbox.next();
  expect({ to, from, subject }).toEqual({
    to: ["maren@example.org"],
    from: "apps@example.org",
    subject: letter.subject,
  });
  expect(raw).toContain("From: Roadstead <apps@example.org>");
  expect(text).toContain(`Choose a new password:\n${letter.link.url}`.replace("\n", "\r\n"));
  expect(text).toContain("Äpfel, 港");
  expect(html).toContain('href="https://apps.example.org/reset-password?token=a&amp;b=c"');
});

test("nothing that somebody wrote becomes markup", async () => {
  await sendLetter("maren@example.org", letter);
  const { html } = await mailbox.next();
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more.");
  expect(html).not.toContain("<script");
});

test("an address cannot smuggle in a second one, nor a subject a header", async () => {
  const subject = "Hello\r\nBcc: eve@example.org";
  await sendLetter("maren@example.org", { ...letter, subject });
  const { to, raw } = await mailbox.next();
  expect(to).toEqual(["maren@example.org"]);
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im);
  await sendLetter("maren@example.org, eve@example.org", letter).catch(() => {});
  expect(mailbox.count()).toBe(0);
});

test("a server that does not answer is told without its password", async () => {
  const smtp = { url: "smtp://roadstead:hush@127.0.0.1:9", from: "apps@example.org" };
  const failed = await sendLetter("maren@example.org", letter, { smtp }).catch(String);
  expect(failed).toMatch(/127\.0\.0\.1:9|ECONNREFUSED/);
  expect(failed).not.toContain("hush");
});
