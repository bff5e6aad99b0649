import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployments } from "../table";
import { givenProject, givenQueued } from "../testing";
import { claimNext, openLease, releaseLeases, renewLeases } from "./lease";

givenDatabase();
const SERVICES = [{ name: "web", image: "web:1" }];

async function lose(id: string) {
  await db()
    .update(deployments)
    .set({ leaseUntil: sql`now() - interval '1 s'` })
    .where(eq(deployments.id, id));
}

test("many workers at once never take the same deployment, and each project's go in order", async () => {
  const owner = await givenOwner();
  const ids: string[] = [];
  for (let at = 0; at < 8; at++) {
    const project = await givenProject(owner, SERVICES);
    for (let turn = 0; turn < 3; turn++) ids.push(await givenQueued(owner, project.id));
  }
  const taken: { id: string; number: number; projectId: string }[] = [];
  const work = async (name: string) => {
    for (let misses = 0; misses < 5; ) {
      const row = await claimNext(name);
      if (!row) {
        misses++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      taken.push(row);
      const lease = openLease(row, name);
      await lease.advance("pulled");
      await lease.advance("succeed", { finishedAt: new Date() });
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => work(`worker ${at}`)));
  expect(taken.map(({ id }) => id).sort()).toEqual(ids.sort());
  for (const numbers of Map.groupBy(taken, ({ projectId }) => projectId).values()) {
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3]);
  }
});

test("a second deployment of a project waits until the first has ended", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const first = await givenQueued(owner, project.id);
  const second = await givenQueued(owner, project.id);
  const row = await claimNext("a");
  expect(row).toMatchObject({ id: first, state: "building", worker: "a", attempts: 1 });
  expect(await claimNext("b")).toBeUndefined();
  if (row) await openLease(row, "a").advance("fail");
  const next = await claimNext("b");
  expect(next?.id).toBe(second);
  if (next) await openLease(next, "b").advance("fail");
});

test("a deployment whose worker fell silent is taken over, and the old worker can write nothing more", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const id = await givenQueued(owner, project.id);
  const row = await claimNext("old");
  if (!row) throw new Error("nothing to claim");
  const old = openLease(row, "old");
  expect(await claimNext("new")).toBeUndefined();
  await lose(id);
  expect(await claimNext("new")).toMatchObject({ id, worker: "new", state: "building", attempts: 2 });
  await expect(old.advance("pulled")).rejects.toMatchObject({ why: "lost" });
  expect(old.working.aborted).toBe(true);
  expect(await renewLeases("old", [id])).toEqual([]);
  const [now] = await db().select().from(deployments).where(eq(deployments.id, id));
  expect(now).toMatchObject({ worker: "new", state: "building" });
  await releaseLeases("new");
  const again = await claimNext("third");
  if (again) await openLease(again, "third").advance("fail");
});

test("while somebody holds the project, no worker takes a deployment of it", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const id = await givenQueued(owner, project.id);
  const { lockProject } = await import("../queue");
  await db().transaction(async (tx) => {
    await lockProject(tx, project.id);
    expect(await claimNext("a")).toBeUndefined();
  });
  expect(await claimNext("a")).toMatchObject({ id });
});

test("progress that is written while the state changes does not cost the lease", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  await givenQueued(owner, project.id);
  const row = await claimNext("busy");
  if (!row) throw new Error("nothing to claim");
  const lease = openLease(row, "busy");
  const writes = () => Array.from({ length: 5 }, () => lease.write({ steps: row.steps }));
  await Promise.all([...writes(), lease.advance("pulled"), ...writes()]);
  expect(lease.working.aborted).toBe(false);
  await Promise.all([...writes(), lease.advance("succeed", { finishedAt: new Date() })]);
  expect(lease.state()).toBe("ready");
});
