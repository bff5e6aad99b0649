import { desc } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { auditEvents } from "@/lib/access/table";
import { givenOwner } from "@/lib/auth/testing";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { operation } from "@/lib/operation/define";
import { tellCounted } from "./floods";
import { recordRefusal } from "./record";

givenDatabase();
let owner: Caller;
beforeEach(async () => {
  owner = await givenOwner();
});

const rows = () => db().select().from(auditEvents).orderBy(desc(auditEvents.seq));
const verb = (run: () => Promise<{ id?: string }>) =>
  operation({
    id: "test.change",
    rest: "POST /api/test",
    summary: "A change.",
    permission: "organization:write",
    on: ({ organizationId }) => ({ type: "organization", id: organizationId, organizationId }),
    input: z.object({
      organizationId: z.string(),
      appId: z.string().optional(),
      text: z.string().optional(),
    }),
    output: z.object({ id: z.string().optional() }),
    run,
  });

test("a change tells who made it, from where, with which token, and on what", async () => {
  const change = verb(async () => ({ id: "prj_new" }));
  const caller = { ...owner, kind: "token", credential: { id: "tok_1", name: "ci" } } as const;
  await change(caller, { organizationId: owner.organizationId, text: "hunter2" });
  const [row] = await rows();
  expect(row).toMatchObject({
    organizationId: owner.organizationId,
    userId: owner.userId,
    callerKind: "token",
    credentialId: "tok_1",
    address: "127.0.0.1",
    operation: "test.change",
    resourceId: "prj_new",
    outcome: "done",
    details: null,
  });
  expect(JSON.stringify(row)).not.toContain("hunter2");
});

test("a change in another organization stands in the log of that one", async () => {
  const elsewhere = await givenOwner();
  const change = verb(async () => ({}));
  await change({ ...elsewhere, grants: owner.grants }, { organizationId: owner.organizationId });
  expect((await rows())[0]).toMatchObject({
    organizationId: owner.organizationId,
    userId: elsewhere.userId,
  });
});

test("who may not know that something is there leaves a trace in their own log only", async () => {
  const stranger = await givenOwner();
  const change = verb(async () => ({}));
  await expect(change(stranger, { organizationId: owner.organizationId })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect((await rows())[0]).toMatchObject({
    organizationId: stranger.organizationId,
    outcome: "NOT_FOUND",
  });
});

test("a change that breaks in the middle is written down too: half of it may be made", async () => {
  const change = verb(async () => {
    throw new Error("the disk is full");
  });
  await expect(change(owner, { organizationId: owner.organizationId })).rejects.toThrow("the disk is full");
  expect((await rows())[0]).toMatchObject({ outcome: "INTERNAL" });
});

test("what somebody typed is never taken for an id", async () => {
  const change = verb(async () => ({}));
  const appId = "my password, pasted into the wrong field";
  await change(owner, { organizationId: owner.organizationId, appId });
  expect((await rows())[0]?.resourceId).toBe(owner.organizationId);
});

test("a change whose event cannot be written answers loudly, and the event stands in the server's log", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  await sqlClient()`ALTER TABLE audit_events RENAME TO audit_events_away`;
  try {
    const change = verb(async () => ({ id: "prj_made" }));
    const refused = change(owner, { organizationId: owner.organizationId });
    await expect(refused).rejects.toMatchObject({ code: "AUDIT_UNAVAILABLE", status: 503 });
    expect(told.mock.calls.join()).toContain("prj_made");
    const refusal = verb(async () => Promise.reject(new Refusal("PROJECT_BUSY")));
    await expect(refusal(owner, { organizationId: owner.organizationId })).rejects.toMatchObject({
      code: "PROJECT_BUSY",
    });
  } finally {
    await sqlClient()`ALTER TABLE audit_events_away RENAME TO audit_events`;
    told.mockRestore();
  }
});

test("a caller who is refused again and again gets twenty rows a minute, and one that counts the others", async () => {
  const change = verb(async () => Promise.reject(new Refusal("PROJECT_BUSY")));
  const tries = Array.from({ length: 50 }, () => change(owner, { organizationId: owner.organizationId }));
  await Promise.allSettled(tries);
  await tellCounted(Number.POSITIVE_INFINITY);
  const theirs = (await rows()).filter(({ userId }) => userId === owner.userId);
  expect(theirs).toHaveLength(21);
  expect(theirs[0]?.details).toEqual({ repeated: "30" });
});

test("strangers get one row a minute and address, and from everywhere at once few more than a hundred", async () => {
  const refuse = (address: string) =>
    recordRefusal({ kind: "anonymous", address }, { operation: "auth.present", outcome: "INVALID_TOKEN" });
  const before = await db().$count(auditEvents);
  for (let index = 0; index < 150; index++) await refuse(`198.51.100.${index}`);
  for (let index = 0; index < 5; index++) await refuse("198.51.100.1");
  await tellCounted(Number.POSITIVE_INFINITY);
  const [last] = await rows();
  expect((await db().$count(auditEvents)) - before).toBe(103);
  const counted = (await rows()).slice(0, 2).map(({ address, details }) => [address, details?.repeated]);
  expect(counted).toContainEqual([null, "49"]);
  expect(counted).toContainEqual(["198.51.100.1", "5"]);
  expect(last?.organizationId).toBeNull();
});
