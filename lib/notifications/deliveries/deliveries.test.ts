import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { members } from "@/lib/auth/table";
import { givenOwner, givenPerson } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenMailbox } from "@/lib/mail/testing";
import { replaceAsk } from "@/lib/outgoing";
import { givenDraft } from "@/lib/projects/testing";
import {
  addChannel,
  announce,
  changeChannel,
  type Fact,
  listChannels,
  listDeliveries,
  testChannel,
} from "..";
import { noticeDeliveries, notificationChannels } from "../table";
import { comeDue, isSigned, startReceiver } from "../testing";
import { claimMessage } from "./claim";
import { deliver } from "./deliver";
import { finishMessage, pauseAfter } from "./finish";
import { openSender } from "./sender";

givenDatabase();
const mailbox = givenMailbox();
const HOSTILE =
  'Blog @everyone <!channel> <https://evil.example|click> [x](https://evil.example) *b* "`\r\nBcc: eve@example.org\u202e';
let owner: Caller;
let project = { id: "" };
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const senders: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  process.env.ROADSTEAD_ALLOWED_PRIVATE_HOSTS = "127.0.0.1";
  Reflect.deleteProperty(globalThis, "roadsteadSettings");
  replaceAsk(undefined);
});
afterAll(() => {
  delete process.env.ROADSTEAD_ALLOWED_PRIVATE_HOSTS;
  Reflect.deleteProperty(globalThis, "roadsteadSettings");
  replaceAsk(undefined);
});
beforeEach(async () => {
  receiver = await startReceiver();
  owner = await givenOwner();
  project = await givenDraft(owner, { name: HOSTILE });
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.stop()));
  receiver.close();
  await db().delete(notificationChannels);
});

async function givenSender() {
  senders.push(await openSender());
}
const givenChannel = (kind: "webhook" | "slack" | "discord" = "webhook", url = receiver.url) =>
  addChannel(owner, {
    kind,
    name: "Crew",
    url,
    events: ["update.available", "update.rolled_back", "service.down"],
  });

let count = 0;
function rolledBack(more: object = {}): Fact {
  const reason = "web ended with exit code 3.";
  const about = { from: "1.1.0", to: "3.0.0", deploymentId: "dep_1", number: 3, reason, service: "web" };
  const fact = { event: "update.rolled_back", organizationId: owner.organizationId, projectId: project.id };
  return {
    ...fact,
    ...{ key: `k${++count}`, about: { ...about, lines: ["cannot read ``` @here", "<b>bye</b>"], ...more } },
  } as Fact;
}
const tell = (facts: Fact | Fact[]) => db().transaction((tx) => announce(tx, facts));
const rows = () => db().select().from(noticeDeliveries).orderBy(asc(noticeDeliveries.seq));
/** Sends what is due, once, as a sender does. */
async function sendOne(worker = "worker") {
  await comeDue();
  const message = await claimMessage(worker);
  if (message) await finishMessage(worker, message, await deliver(message));
  return message;
}

test("a webhook gets one signed message for each fact, with all that is told of it", async () => {
  const { secret } = await givenChannel();
  await givenSender();
  await tell([rolledBack(), rolledBack()]);
  await comeDue();
  await expect.poll(() => receiver.taken.length).toBe(2);
  for (const one of receiver.taken) expect(isSigned(secret ?? "", one)).toBe(true);
  expect(isSigned("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", receiver.taken[0] as never)).toBe(
    false,
  );
  expect(JSON.parse(receiver.taken[0]?.body ?? "")).toMatchObject({
    ...{ version: 1, type: "update.rolled_back" },
    data: {
      organization: { id: owner.organizationId },
      project: { id: project.id, name: HOSTILE },
      details: ["web ended with exit code 3.", "The last lines of web:"],
      url: expect.stringMatching(/^http:\/\/[^/]+\/deployments\/dep_1$/),
      about: { from: "1.1.0", to: "3.0.0", lines: ["cannot read ``` @here", "<b>bye</b>"] },
    },
  });
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  expect((await listChannels(owner, {})).data[0]?.last).toMatchObject({ ok: true, error: null });
});

test("what fails is sent again with the same id, later each time, and given up with the reason in sight", async () => {
  await givenChannel();
  await tell(rolledBack());
  for (let attempt = 1; attempt <= 8; attempt++) {
    receiver.answer(500);
    await sendOne();
    const [row] = await rows();
    expect(row?.state).toBe(attempt < 8 ? "waiting" : "failed");
  }
  expect(await sendOne()).toBeUndefined();
  expect(new Set(receiver.taken.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(receiver.taken).toHaveLength(8);
  const { data } = await listDeliveries(owner, {});
  expect(data).toMatchObject([
    { state: "failed", attempts: 8, error: `${receiver.host} answered 500.`, event: "update.rolled_back" },
  ]);
  expect([1, 2, 3, 7].map((attempts) => pauseAfter(attempts, 0.5))).toEqual([5, 60, 300, 43_200]);
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4, 6]);
});

test("a receiver that asks for a pause gets it, for all that waits for it", async () => {
  await givenChannel();
  await tell([rolledBack(), rolledBack()]);
  receiver.answer(429, { "retry-after": "600" });
  await sendOne();
  expect(await sendOne()).toBeUndefined();
  const [channel] = await db().select().from(notificationChannels);
  const quietMs = (channel?.quietUntil?.getTime() ?? 0) - Date.now();
  expect(quietMs).toBeGreaterThan(590_000);
  expect(quietMs).toBeLessThan(610_000);
  expect(receiver.taken).toHaveLength(1);
});

test("a redirect is not followed, a long answer is not read, and one that never comes is not waited for", async () => {
  const elsewhere = await startReceiver();
  await givenChannel();
  await tell(rolledBack());
  receiver.answer(307, { location: elsewhere.url });
  await sendOne();
  expect((await rows())[0]?.error).toBe(
    `${receiver.host} answered with a redirect (307), which is not followed.`,
  );
  expect(elsewhere.taken).toEqual([]);
  elsewhere.close();
  receiver.reply((response) => {
    response.writeHead(200);
    const more = () =>
      void (response.write("x".repeat(64 * 1024)) ? setImmediate(more) : response.once("drain", more));
    response.once("close", () => response.end());
    more();
  });
  await sendOne();
  expect((await rows())[0]).toMatchObject({ state: "sent", error: null });
  await tell(rolledBack());
  receiver.reply(() => {});
  await comeDue();
  const message = await claimMessage("worker");
  const outcome = message && (await deliver(message, { timeMs: 150, bytes: 10 }));
  expect(outcome).toEqual({ ok: false, answer: expect.stringContaining("did not answer within") });
});

test("a receiver that is gone for good pauses its channel, and no answer's text is repeated but Slack's own words", async () => {
  const { id } = await givenChannel("slack");
  await tell(rolledBack());
  receiver.answer(404, {}, "no_service");
  await sendOne();
  expect((await rows())[0]?.error).toBe(`${receiver.host} answered 404 (no_service).`);
  receiver.answer(403, {}, "root:x:0:0 secret=hunter2");
  await sendOne();
  expect((await rows())[0]?.error).toBe(`${receiver.host} answered 403.`);
  receiver.answer(410);
  await sendOne();
  expect((await listChannels(owner, {})).data[0]).toMatchObject({
    ...{ paused: true, pausedReason: expect.stringContaining("gone for good") },
    last: { ok: false, error: `${receiver.host} answered 410.` },
  });
  expect(await changeChannel(owner, { channelId: id, paused: false })).toMatchObject({
    ...{ paused: false, pausedReason: null },
  });
});

test("two senders deliver everything once", async () => {
  await givenChannel();
  await givenSender();
  await givenSender();
  await tell(Array.from({ length: 24 }, () => rolledBack()));
  await comeDue();
  await expect.poll(async () => (await rows()).filter(({ state }) => state === "sent").length).toBe(24);
  expect(receiver.taken).toHaveLength(24);
  expect(new Set(receiver.taken.map(({ headers }) => headers["webhook-id"])).size).toBe(24);
});

test("a sender that dies after sending leaves a message that another sends again, under the same id", async () => {
  await givenChannel();
  await tell(rolledBack());
  await comeDue();
  const message = await claimMessage("dies");
  expect(message && (await deliver(message)).ok).toBe(true);
  expect(await claimMessage("too early")).toBeUndefined();
  await sendOne("next");
  const [first, second] = receiver.taken;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body).toBe(first?.body);
  // What the dead one would say now counts no more.
  if (message) await finishMessage("dies", message, { ok: false, answer: "late" });
  expect((await rows())[0]).toMatchObject({ state: "sent", error: null });
});

test("facts that come together are one message in a chat, in which no name does anything", async () => {
  await givenChannel("slack");
  await tell([rolledBack(), rolledBack()]);
  await sendOne();
  expect(await sendOne()).toBeUndefined();
  const [{ body } = { body: "" }] = receiver.taken;
  const sent = JSON.parse(body) as { text: string; blocks: { type: string; text?: { type: string } }[] };
  expect(sent.blocks.map(({ type }) => type)).toEqual(["section", "rich_text", "section", "rich_text"]);
  for (const { text } of sent.blocks) if (text) expect(text.type).toBe("plain_text");
  expect(body).not.toMatch(/<!|<http|@everyone|@here|\]\(http|\\u202e|\\r/);
  expect(body).toContain("&lt;!channel&gt;");
});

test("in Discord nobody is mentioned, nothing is marked up, and no line ends its code block", async () => {
  await givenChannel("discord");
  await tell(rolledBack());
  await sendOne();
  const sent = JSON.parse(receiver.taken[0]?.body ?? "{}");
  expect(sent.allowed_mentions).toEqual({ parse: [] });
  const [{ title, description }] = sent.embeds;
  // What stands in a code block is shown as it is.
  expect(`${title} ${description.split("```")[0]}`).not.toMatch(
    /@everyone|@here|(?<!\\)\*|(?<!\\)<|\]\(http/,
  );
  expect(description.match(/```/g)).toHaveLength(2);
});

test("a letter goes to each person chosen who still belongs to the organization, and no name becomes a header", async () => {
  const stays = await givenPerson({ organizationId: owner.organizationId });
  const leaves = await givenPerson({ organizationId: owner.organizationId });
  await addChannel(owner, {
    ...{
      kind: "email",
      name: "Watch",
      events: ["update.rolled_back"],
      people: [stays.userId, leaves.userId],
    },
  });
  await db().delete(members).where(eq(members.userId, leaves.userId));
  await tell(rolledBack());
  await sendOne();
  await sendOne();
  const letter = await mailbox.next();
  expect(mailbox.count()).toBe(0);
  expect(letter.to).toEqual([stays.email]);
  expect(letter.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/im);
  expect(letter.raw).toMatch(/^Message-ID: <msg_[0-9a-z]{20}@example\.org>$/im);
  expect(letter.html).toContain("&lt;b&gt;bye&lt;/b&gt;");
  expect(letter.html).not.toMatch(/<b>bye|<!channel/);
  expect(letter.text).toContain("    cannot read");
  const states = (await rows()).map(({ state, error }) => ({ state, error }));
  expect(states).toContainEqual({ state: "sent", error: null });
  expect(states).toContainEqual({ state: "failed", error: expect.stringContaining("does not belong") });
});

test("the test button sends at once, tells what came of it, and is not repeated", async () => {
  const { id, secret } = await givenChannel();
  expect(await testChannel(owner, { channelId: id })).toMatchObject({
    ...{ ok: true, answer: `${receiver.host} took it, with 204.` },
  });
  expect(isSigned(secret ?? "", receiver.taken[0] as never)).toBe(true);
  expect(JSON.parse(receiver.taken[0]?.body ?? "")).toMatchObject({ type: "test" });
  receiver.answer(500);
  expect(await testChannel(owner, { channelId: id })).toMatchObject({ ok: false });
  expect(await sendOne()).toBeUndefined();
  expect((await rows()).map(({ state }) => state)).toEqual(["sent", "failed"]);
});

test("an address inside is refused when it is entered, and when a name comes to lead there", async () => {
  for (const url of ["http://169.254.169.254/", "http://[::1]:9/", "http://10.0.0.1/x"]) {
    const entered = addChannel(owner, { kind: "webhook", name: "In", url, events: ["service.down"] });
    await expect(entered).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      issues: [{ path: "url", message: expect.stringContaining("are not asked") }],
    });
  }
  await givenChannel();
  await tell(rolledBack());
  process.env.ROADSTEAD_ALLOWED_PRIVATE_HOSTS = "";
  Reflect.deleteProperty(globalThis, "roadsteadSettings");
  replaceAsk(undefined);
  await sendOne();
  process.env.ROADSTEAD_ALLOWED_PRIVATE_HOSTS = "127.0.0.1";
  Reflect.deleteProperty(globalThis, "roadsteadSettings");
  replaceAsk(undefined);
  expect(receiver.taken).toEqual([]);
  expect((await rows())[0]).toMatchObject({
    state: "failed",
    error: expect.stringContaining("this machine itself"),
  });
});

test("no secret of a channel is shown again, and nobody reaches one of another organization", async () => {
  const { id, secret } = await givenChannel("webhook", `${receiver.origin}/hooks/T0KEN`);
  await testChannel(owner, { channelId: id });
  const shown = JSON.stringify([await listChannels(owner, {}), await listDeliveries(owner, {})]);
  expect(shown).not.toContain("T0KEN");
  expect(shown).not.toContain(secret);
  const stored = JSON.stringify(await db().select().from(notificationChannels));
  expect(stored).not.toMatch(/T0KEN|whsec_/);
  const stranger = await givenOwner();
  const theirs = await givenDraft(stranger);
  await expect(testChannel(stranger, { channelId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await listDeliveries(stranger, { channelId: id })).data).toEqual([]);
  const reaching = { channelId: id, projectIds: [theirs.id] };
  await expect(changeChannel(owner, reaching)).rejects.toMatchObject({ issues: [{ path: "projectIds" }] });
  const writing = { kind: "email", name: "x", events: ["service.down"], people: [stranger.userId] } as const;
  await expect(
    addChannel(owner, { ...writing, events: [...writing.events], people: [...writing.people] }),
  ).rejects.toMatchObject({
    issues: [{ path: "people" }],
  });
});
