import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditChains, auditEvents } from "@/lib/access/table";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { givenDatabase } from "@/lib/db/testing";
import { appendEvent } from "./append";
import { checkChain } from "./check";
import type { AuditEntry } from "./entry";
import { writeElsewhere } from "./testing";

const { url } = givenDatabase();

const event = (organizationId: string | null, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: new Date(),
  organizationId,
  userId: "usr_1",
  callerKind: "session",
  credentialId: null,
  address: "192.0.2.7",
  operation: "projects.stop",
  resourceId: "prj_1",
  outcome: "done",
  details: { role: "member", method: "password" },
  ...more,
});

async function givenChain(length: number) {
  const chain = newId("org");
  for (let index = 0; index < length; index++)
    await appendEvent(event(chain, { resourceId: `prj_${index}` }));
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.organizationId, chain))
    .orderBy(asc(auditEvents.seq));
  return { chain, rows, seqs: rows.map(({ seq }) => seq) };
}

const change = (seq: number | undefined, values: Partial<typeof auditEvents.$inferSelect>) =>
  db()
    .update(auditEvents)
    .set(values)
    .where(eq(auditEvents.seq, seq as number));
const remove = (seq: number | undefined) =>
  db()
    .delete(auditEvents)
    .where(eq(auditEvents.seq, seq as number));
const found = async (chain: string) => (await checkChain(chain)).damages.map(({ kind, seq }) => [kind, seq]);

test("a chain that nobody touched is intact, and tells where it ends", async () => {
  const { chain, rows, seqs } = await givenChain(3);
  expect(await checkChain(chain)).toEqual({
    rows: 3,
    older: 0,
    lastSeq: seqs[2],
    lastHash: rows[2]?.hash,
    damages: [],
  });
  expect(rows.map(({ previousHash }) => previousHash)).toEqual(["", rows[0]?.hash, rows[1]?.hash]);
});

test("every column of a row is covered: altering any of them is found, in the row where it happened", async () => {
  const { chain, rows, seqs } = await givenChain(5);
  const [, , third] = rows;
  const altered: Partial<typeof auditEvents.$inferSelect>[] = [
    { at: new Date(0) },
    { userId: "usr_2" },
    { callerKind: "token" },
    { credentialId: "tok_1" },
    { address: null },
    { operation: "projects.start" },
    { resourceId: "prj_9" },
    { outcome: "FORBIDDEN" },
    { details: { role: "owner", method: "password" } },
    { details: null },
    { hash: "0".repeat(64) },
    { hash: null },
  ];
  for (const values of altered) {
    await change(seqs[2], values);
    expect(await found(chain), JSON.stringify(values)).toEqual([["altered", seqs[2]]]);
    await change(seqs[2], third ?? {});
  }
  await change(seqs[2], { previousHash: rows[4]?.hash ?? "" });
  expect(await found(chain)).toEqual([["reordered", seqs[2]]]);
  await change(seqs[2], third ?? {});
  expect(await found(chain)).toEqual([]);
});

test("removed rows are found wherever they stood: the first, one between, and the last ones", async () => {
  for (const gone of [[0], [2], [4], [3, 4], [0, 1, 2, 3, 4]]) {
    const { chain, seqs } = await givenChain(5);
    for (const index of gone) await remove(seqs[index]);
    const before = gone[0] ? seqs[gone[0] - 1] : null;
    expect(await found(chain), gone.join()).toEqual([["removed", before]]);
  }
});

test("an inserted row is found, also one that copies its neighbours' hashes", async () => {
  const { chain, rows, seqs } = await givenChain(3);
  // Numbers are drawn one after another: a gap must be made to insert anything between.
  await db().execute(sql`SELECT nextval('audit_events_seq_seq')`);
  await appendEvent(event(chain));
  const seq = (seqs[2] ?? 0) + 1;
  for (const forged of [
    { previousHash: null, hash: null },
    { previousHash: rows[2]?.hash ?? "", hash: "f".repeat(64) },
    { previousHash: rows[2]?.previousHash ?? "", hash: rows[2]?.hash ?? "" },
  ]) {
    await db()
      .insert(auditEvents)
      .values({ ...event(chain), seq, ...forged });
    expect(await found(chain)).toEqual([["inserted", seq]]);
    await remove(seq);
  }
});

test("rows that changed places are found", async () => {
  const { chain, rows, seqs } = await givenChain(4);
  await remove(seqs[1]);
  await change(seqs[2], { seq: seqs[1] as number });
  await db()
    .insert(auditEvents)
    .values({ ...rows[1], seq: seqs[2] } as AuditEntry);
  expect(await found(chain)).toEqual([
    ["reordered", seqs[1]],
    ["reordered", seqs[2]],
  ]);
});

test("rows moved into another organization's chain are found in both", async () => {
  const [one, other] = [await givenChain(3), await givenChain(1)];
  await change(one.seqs[1], { organizationId: other.chain });
  expect(await found(one.chain)).toEqual([["removed", one.seqs[0]]]);
  expect(await found(other.chain)).toEqual([["inserted", one.seqs[1]]]);
});

test("moving the end of a chain with its last rows is found, and stays so when more is written", async () => {
  const { chain, rows, seqs } = await givenChain(4);
  await remove(seqs[3]);
  await db()
    .update(auditChains)
    .set({ lastSeq: seqs[2] as number, lastHash: rows[2]?.hash ?? "" })
    .where(eq(auditChains.id, chain));
  expect(await found(chain)).toEqual([["ends-moved", null]]);
  await appendEvent(event(chain));
  expect(await found(chain)).toEqual([["ends-moved", null]]);
});

test("so is moving its beginning, as if old rows had been removed in time", async () => {
  const { chain, rows, seqs } = await givenChain(3);
  await remove(seqs[0]);
  await db()
    .update(auditChains)
    .set({ removedSeq: seqs[0], removedHash: rows[0]?.hash })
    .where(eq(auditChains.id, chain));
  expect(await found(chain)).toEqual([["ends-moved", null]]);
});

test("a chain whose ends were thrown away is found, before and after it goes on", async () => {
  const { chain } = await givenChain(2);
  await db().delete(auditChains).where(eq(auditChains.id, chain));
  expect(await found(chain)).toEqual([["ends-moved", null]]);
  await appendEvent(event(chain));
  expect(await found(chain)).toEqual([["ends-moved", null]]);
});

test("rows from before there was a chain are told apart, and new ones follow", async () => {
  const chain = newId("org");
  await db()
    .insert(auditEvents)
    .values([event(chain), event(chain)]);
  await appendEvent(event(chain));
  expect(await checkChain(chain)).toMatchObject({ rows: 1, older: 2, damages: [] });
});

test("many writers at once make one chain without a fork", async () => {
  const chain = newId("org");
  await Promise.all(Array.from({ length: 500 }, () => appendEvent(event(chain))));
  expect(await checkChain(chain)).toMatchObject({ rows: 500, damages: [] });
});

test("so do several processes, from the first row on", async () => {
  const chain = newId("org");
  await Promise.all(Array.from({ length: 3 }, () => writeElsewhere(url(), chain, 40)));
  expect(await checkChain(chain)).toMatchObject({ rows: 120, damages: [] });
});

test("characters that no database keeps, and the instance's own chain, verify too", async () => {
  await appendEvent(event(null, { address: null, userId: null, details: null }));
  await appendEvent(event(null, { resourceId: 'quotes " and \\ and é and 🚢' }));
  expect(await checkChain("instance")).toMatchObject({ rows: 2, damages: [] });
});
