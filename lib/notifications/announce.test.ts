import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { askNobody } from "@/lib/outgoing/testing";
import { givenDraft } from "@/lib/projects/testing";
import { addChannel, announce, changeChannel, type Fact } from ".";
import { noticeDeliveries, notices } from "./table";

givenDatabase();
let owner: Caller;
let [project, other] = [{ id: "" }, { id: "" }];
beforeAll(async () => {
  askNobody();
  owner = await givenOwner();
  project = await givenDraft(owner);
  other = await givenDraft(owner);
});

type NewHook = Partial<Parameters<typeof addChannel>[1]>;
const givenHook = (caller: Caller, more: NewHook = {}) =>
  addChannel(caller, {
    ...{ kind: "webhook", name: "Hook", url: "https://hooks.example.org/1", events: ["service.down"] },
    ...more,
  } as Parameters<typeof addChannel>[1]);

let count = 0;
function down(more: Partial<Fact> = {}): Fact {
  return {
    ...{ event: "service.down", organizationId: owner.organizationId, projectId: project.id },
    ...{ key: `k${++count}`, about: { service: "web", reason: "It ended", since: "2026-11-21T10:00:00Z" } },
    ...more,
  } as Fact;
}
const tell = (facts: Fact | Fact[]) => db().transaction((tx) => announce(tx, facts));
const waitingAt = (channelId: string) =>
  db().select().from(noticeDeliveries).where(eq(noticeDeliveries.channelId, channelId));

test("a fact reaches the channels that want it, of its organization and project, and no other", async () => {
  const stranger = await givenOwner();
  const wants = await givenHook(owner);
  const wantsIt = await givenHook(owner, { projectIds: [project.id] });
  const wantsAnother = await givenHook(owner, { projectIds: [other.id] });
  const wantsElse = await givenHook(owner, { events: ["update.done"] });
  const paused = await givenHook(owner);
  await changeChannel(owner, { channelId: paused.id, paused: true });
  const foreign = await givenHook(stranger);
  await tell(down());
  const counts = await Promise.all(
    [wants, wantsIt, wantsAnother, wantsElse, paused, foreign].map(
      async ({ id }) => (await waitingAt(id)).length,
    ),
  );
  expect(counts).toEqual([1, 1, 0, 0, 0, 0]);
});

test("the same fact is told once, however often and by however many it is announced", async () => {
  const { id } = await givenHook(owner);
  const fact = down();
  await Promise.all(Array.from({ length: 8 }, () => tell([fact, down({ key: fact.key })])));
  expect(await waitingAt(id)).toHaveLength(1);
});

test("what is rolled back was never told, and what is told of a project that is gone holds nothing up", async () => {
  const { id } = await givenHook(owner);
  const undone = db().transaction(async (tx) => {
    await announce(tx, down());
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await tell(down({ projectId: "prj_gone" }));
  expect(await waitingAt(id)).toEqual([]);
});

test("a recovery is told where the trouble was told, whatever the channel is told of", async () => {
  const { id } = await givenHook(owner);
  const fact = down();
  await tell(fact);
  const later = await givenHook(owner);
  const recovered = { service: "web", since: "2026-11-21T10:05:00Z" };
  await tell(down({ event: "service.recovered", about: recovered, follows: [fact.key] }));
  expect(await waitingAt(id)).toHaveLength(2);
  expect(await waitingAt(later.id)).toEqual([]);
  const rows = await db().select().from(notices).where(eq(notices.event, "service.recovered"));
  expect(rows).toMatchObject([{ projectId: project.id, about: recovered }]);
});
