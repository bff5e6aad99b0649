import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { auditChains, auditEvents } from "@/lib/access/table";
import { ROUTE_EVENTS } from "@/lib/auth/audit/events";
import { users } from "@/lib/auth/table";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { downloadResponse } from "@/lib/http/download";
import { OPERATIONS } from "@/lib/operation/all";
import { checkChain } from "./chain/check";
import { exportAudit } from "./export";
import { listAudit } from "./list";
import { recordAudit } from "./record";
import { removeOldEvents, startRetention, stopRetention } from "./retention";
import { AUDIT_WORDS } from "./rules";
import { verifyAudit } from "./verify";

givenDatabase();
let owner: Caller;
const did = (operation: string, outcome = "done", resourceId?: string) =>
  recordAudit(owner, { operation, outcome, resourceId });

beforeAll(async () => {
  owner = await givenOwner();
  await did("projects.stop", "done", "prj_1");
  await did("projects.delete", "FORBIDDEN", "prj_1");
  await did("auth.signIn", "SECOND_FACTOR_ASKED");
  await did("auth.signIn");
  await recordAudit({ kind: "terminal" }, { operation: "organization.delete", outcome: "done" });
});

const asked = async (filter: object, caller = owner) =>
  (await listAudit(caller, filter as never)).data.map(({ operation, outcome }) => `${operation} ${outcome}`);

test("the newest comes first, with who it was and what it was done to", async () => {
  const { data, nextCursor } = await listAudit(owner, {});
  expect(data.map(({ operation }) => operation)).toEqual([
    "auth.signIn",
    "auth.signIn",
    "projects.delete",
    "projects.stop",
  ]);
  expect(nextCursor).toBeUndefined();
  expect(data[0]).toMatchObject({
    user: { id: owner.userId, name: owner.name, email: owner.email },
    address: "127.0.0.1",
    resource: null,
  });
});

test("filters say who, what, on what, when and with what outcome, in ids or in words", async () => {
  expect(await asked({ q: "uninstalled" })).toEqual(["projects.delete FORBIDDEN"]);
  expect(await asked({ q: "PROJECTS.s" })).toEqual(["projects.stop done"]);
  expect(await asked({ q: "100%" })).toEqual([]);
  expect(await asked({ operation: "projects.stop" })).toEqual(["projects.stop done"]);
  expect(await asked({ resource: "prj_1" })).toHaveLength(2);
  expect(await asked({ outcome: "refused" })).toEqual(["projects.delete FORBIDDEN"]);
  expect(await asked({ outcome: "FORBIDDEN" })).toHaveLength(1);
  expect(await asked({ user: "usr_other" })).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await asked({ from: today, to: today })).toHaveLength(4);
  expect(await asked({ to: "2020-01-01" })).toEqual([]);
  await expect(listAudit(owner, { from: "soon" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("pages follow each other without a gap, however much is written in between", async () => {
  const first = await listAudit(owner, { limit: 3 });
  await did("projects.start");
  const second = await listAudit(owner, { limit: 3, cursor: first.nextCursor });
  expect(second.data.map(({ operation }) => operation)).toEqual(["projects.stop"]);
  await db().delete(auditEvents).where(eq(auditEvents.operation, "projects.start"));
});

test("nobody else's log is read, and the instance's by its admins only", async () => {
  const stranger = await givenOwner();
  expect(await asked({}, stranger)).toEqual([]);
  await expect(listAudit(owner, { of: "instance" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await asked({ of: "instance" }, { ...owner, instanceAdmin: true })).toEqual([
    "organization.delete done",
  ]);
});

const download = async (format: string) => {
  const request = new Request("http://127.0.0.1/api/audit/export");
  const verb = Object.assign(exportAudit, { download: exportAudit.download ?? { name: "", types: {} } });
  return downloadResponse(request, verb as never, owner, { format });
};

test("a download is a file of lines, and no name becomes a formula of a spreadsheet", async () => {
  await db().update(users).set({ name: '=HYPERLINK("http://evil"), "x"' }).where(eq(users.id, owner.userId));
  const response = await download("csv");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
  const lines = (await response.text()).split("\r\n");
  expect(lines[0]).toMatch(/^seq,at,operation,outcome,/);
  expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil""), ""x""",`);
  expect(lines.slice(1, -1).every((line) => !/(^|,)"?[=+@-]/.test(line))).toBe(true);
  const json = (await (await download("jsonl")).text()).trimEnd().split("\n");
  expect(json.map((line) => JSON.parse(line).operation)).toContain("projects.stop");
  await expect(download("xls")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a long log is downloaded a page at a time", async () => {
  const many = Array.from({ length: 1200 }, () => did("projects.restart"));
  await Promise.all(many);
  const { body } = await download("jsonl");
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const sizes: number[] = [];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    sizes.push(new TextDecoder().decode(piece.value).split("\n").length - 1);
  expect(Math.max(...sizes)).toBe(500);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(1204);
});

test("removing what is too old leaves a chain that verifies", async () => {
  const day = 24 * 3600_000;
  const { lastSeq } = await checkChain(owner.organizationId);
  await did("projects.stop");
  expect(await removeOldEvents(new Date(), 365)).toBe(0);
  expect(await removeOldEvents(new Date(Date.now() + 2 * day), 1)).toBeGreaterThan(1200);
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.organizationId, owner.organizationId));
  expect(rows).toEqual([]);
  await did("projects.start");
  await did("projects.stop");
  const verified = await verifyAudit(owner, {});
  expect(verified).toMatchObject({ rows: 2, intact: true, damages: [] });
  expect(verified.lastSeq).toBeGreaterThan(lastSeq);
});

test("stopping waits for the removal under way, so that the database may be closed", async () => {
  const order: string[] = [];
  let stopping: Promise<unknown> | undefined;
  await db().transaction(async (tx) => {
    await tx.select().from(auditChains).for("update");
    startRetention();
    stopping = stopRetention().then(() => order.push("stopped"));
    await db().select().from(auditChains);
    order.push("the chain is free");
  });
  await stopping;
  expect(order).toEqual(["the chain is free", "stopped"]);
});

test("a row that was altered is never removed as too old, nor what follows it", async () => {
  const mine = eq(auditEvents.organizationId, owner.organizationId);
  const [first] = await db().select().from(auditEvents).where(mine).orderBy(asc(auditEvents.seq));
  await db()
    .update(auditEvents)
    .set({ at: new Date(0) })
    .where(eq(auditEvents.seq, first?.seq ?? 0));
  expect(await removeOldEvents(new Date(Date.now() + 400 * 24 * 3600_000), 1)).toBeLessThan(3);
  expect(await verifyAudit(owner, {})).toMatchObject({
    intact: false,
    damages: [{ kind: "altered", seq: first?.seq }],
  });
});

test("whatever changes something has words in the log", () => {
  const named = OPERATIONS.filter(({ mutates, rest }) => mutates || rest.startsWith("GET /api/audit"));
  const ids = [...named.map(({ id }) => id), ...Object.values(ROUTE_EVENTS).map(([id]) => id)];
  expect(ids.filter((id) => !(id in AUDIT_WORDS))).toEqual([]);
});
