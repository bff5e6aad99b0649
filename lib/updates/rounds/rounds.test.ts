import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { users } from "@/lib/auth/table";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { memoryEngine } from "@/lib/deployments/change/testing";
import { deployments } from "@/lib/deployments/table";
import { givenWorkers, untilEnded } from "@/lib/deployments/testing";
import type { Engine } from "@/lib/engine/engine";
import { patchProject } from "@/lib/projects/patch";
import { applyUpdate } from "../apply";
import { carryUpdates } from "../carry";
import type { UpdateRound } from "../schema";
import { givenBehind, QUICK } from "../testing";
import { applyAllUpdates } from "./begin";
import { showUpdateRound } from "./show";
import { stopUpdateRound } from "./stop";

givenDatabase();
const givenWorker = givenWorkers();
const NAMES = ["anchor", "beacon", "compass"] as const;
const BAD = { exits: { afterMs: 20, code: 3 }, logs: ["cannot start"] };
let owner: Caller;
let engine: Engine;

beforeEach(async () => {
  owner = await givenOwner();
});

/** Three projects that are behind; the new version of those named does not work. */
async function given(...bad: string[]) {
  const images = NAMES.flatMap((name) => [
    [`docker.io/example/${name}:1.0.0`, {}] as const,
    [`docker.io/example/${name}:1.1.0`, bad.includes(name) ? BAD : {}] as const,
  ]);
  engine = memoryEngine(Object.fromEntries(images));
  await givenWorker({ engine: async () => engine, limits: QUICK });
  const ids: string[] = [];
  for (const name of NAMES) ids.push(await givenBehind(owner, engine, name));
  return ids as [string, string, string];
}

async function untilOver(): Promise<UpdateRound> {
  while (await carryUpdates()) {
    const { round } = await showUpdateRound(owner, {});
    const under = round?.entries.find(({ state }) => state === "running");
    if (under?.deploymentId) await untilEnded(under.deploymentId);
  }
  const { round } = await showUpdateRound(owner, {});
  if (!round) throw new Error("there was no round");
  return round;
}

const states = ({ entries }: UpdateRound) => entries.map(({ name, state }) => `${name} ${state}`);

test("all that is behind is updated, one after the other and never two at a time", async () => {
  const ids = await given();
  const begun = await applyAllUpdates(owner, {});
  expect(states(begun)).toEqual(NAMES.map((name) => `${name} waiting`));
  const round = await untilOver();
  expect(states(round)).toEqual(NAMES.map((name) => `${name} updated`));
  expect(round).toMatchObject({ state: "done", finishedAt: expect.any(String), canStop: false });
  const runs = await Promise.all(round.entries.map(({ deploymentId }) => untilEnded(deploymentId ?? "")));
  expect(runs.map(({ projectId }) => projectId)).toEqual(ids);
  for (const [at, run] of runs.entries())
    expect(run.createdAt >= (runs[at - 1]?.finishedAt ?? ""), `${at} after the one before`).toBe(true);
  expect(runs[0]).toMatchObject({ trigger: "update", createdBy: owner.name, through: "Update all" });
  await expect(applyAllUpdates(owner, {})).rejects.toMatchObject({ code: "NOTHING_TO_UPDATE" });
});

test("the first that does not work stops the round, and the others stay as they are", async () => {
  const [, , last] = await given("beacon");
  await applyAllUpdates(owner, {});
  const round = await untilOver();
  expect(states(round)).toEqual(["anchor updated", "beacon rolled_back", "compass left_out"]);
  expect(round).toMatchObject({ state: "stopped" });
  expect(round.entries[1]?.reason).toMatch(/web/);
  expect(round.entries[2]?.reason).toBe("beacon did not work, so this was not begun.");
  const run = await db().select().from(deployments).where(eq(deployments.projectId, last));
  expect(run).toHaveLength(1);
});

test("told to go on, it goes on after one that was taken back", async () => {
  await given("anchor");
  await applyAllUpdates(owner, { goOn: true });
  const round = await untilOver();
  expect(states(round)).toEqual(["anchor rolled_back", "beacon updated", "compass updated"]);
  expect(round.state).toBe("done");
});

test("pinned projects are left alone, named ones come in their order, and one at a time is promised", async () => {
  const [anchor, beacon, compass] = await given();
  await patchProject(owner, { projectId: compass, pinned: true });
  const round = await applyAllUpdates(owner, { projectIds: [beacon, anchor, beacon] });
  expect(states(round)).toEqual(["beacon waiting", "anchor waiting"]);
  await expect(applyAllUpdates(owner, {})).rejects.toMatchObject({ code: "UPDATE_ROUND_RUNNING" });
  expect(states(await untilOver())).toEqual(["beacon updated", "anchor updated"]);
  await expect(applyAllUpdates(owner, {})).rejects.toMatchObject({ code: "NOTHING_TO_UPDATE" });
});

test("ended by somebody, what runs goes on to its end and nothing further is begun", async () => {
  await given();
  await applyAllUpdates(owner, {});
  expect(await carryUpdates()).toBe(true);
  const round = await stopUpdateRound(owner, {});
  expect(round.state).toBe("cancelled");
  expect(states(round).slice(1)).toEqual(["beacon left_out", "compass left_out"]);
  expect(await untilEnded(round.entries[0]?.deploymentId ?? "")).toMatchObject({ state: "ready" });
  expect(await carryUpdates()).toBe(false);
  expect(states((await showUpdateRound(owner, {})).round ?? round)).toEqual(states(round));
  await expect(stopUpdateRound(owner, {})).rejects.toMatchObject({ code: "NO_UPDATE_ROUND" });
});

test("what a process queued before it was killed is found again, and not queued twice", async () => {
  const [anchor] = await given();
  const { createdAt } = await applyAllUpdates(owner, {});
  // As the carrier does, which was killed before it could write down what it had begun.
  const asRound = { ...owner, credential: { id: "", name: "Update all" } };
  const { deployment_id } = await applyUpdate(asRound, { projectId: anchor });
  expect(await carryUpdates()).toBe(true);
  const { round } = await showUpdateRound(owner, {});
  expect(round).toMatchObject({ createdAt, entries: [{ deploymentId: deployment_id }, {}, {}] });
  expect(states(await untilOver())).toEqual(NAMES.map((name) => `${name} updated`));
  const run = await db().select().from(deployments).where(eq(deployments.projectId, anchor));
  expect(run).toHaveLength(2);
});

test("a project that is being deployed has its turn once that has ended", async () => {
  const [anchor] = await given();
  await applyAllUpdates(owner, { projectIds: [anchor] });
  const other = await applyUpdate(owner, { projectId: anchor });
  expect(await carryUpdates()).toBe(true);
  await untilEnded(other.deployment_id);
  expect(await carryUpdates()).toBe(false);
  const { round } = await showUpdateRound(owner, {});
  expect(round?.entries).toMatchObject([{ state: "left_out", reason: "There was nothing newer any more." }]);
});

test("whoever lost the right meanwhile begins nothing any more", async () => {
  await given();
  await applyAllUpdates(owner, {});
  await db().update(users).set({ bannedAt: new Date() }).where(eq(users.id, owner.userId));
  expect(await carryUpdates()).toBe(false);
  const { round } = await showUpdateRound(owner, {});
  expect(round?.entries.map(({ state }) => state)).toEqual(["left_out", "left_out", "left_out"]);
  expect(round?.entries[0]?.reason).toContain("does not belong");
});

test("who may change only one project updates that one, and sees of a round what it may read", async () => {
  const [anchor, beacon] = await given();
  const { organizationId } = owner;
  const onAnchor = {
    organizationId,
    resourceType: "project",
    resourceId: anchor,
    permission: "write",
  } as const;
  const member = { ...owner, grants: [onAnchor] };
  await expect(applyAllUpdates(member, { projectIds: [beacon] })).rejects.toThrow(Refusal);
  expect(states(await applyAllUpdates(member, {}))).toEqual(["anchor waiting"]);
  await stopUpdateRound(owner, {});
  await applyAllUpdates(owner, {});
  const { round } = await showUpdateRound(member, {});
  expect(round).toMatchObject({ canStop: false, entries: [{ name: "anchor" }] });
  expect(round?.entries).toHaveLength(1);
  await expect(stopUpdateRound(member, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
});
