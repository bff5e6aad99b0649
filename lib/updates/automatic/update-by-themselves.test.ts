import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { grants } from "@/lib/access/table";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { memoryEngine } from "@/lib/deployments/change/testing";
import { deployments } from "@/lib/deployments/table";
import { givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { patchProject } from "@/lib/projects/patch";
import type { UpdateWindow } from "@/lib/projects/schema";
import { listUpdates } from "../list";
import { applyAllUpdates } from "../rounds/begin";
import { givenBehind, QUICK } from "../testing";
import { updateByThemselves } from "./update-by-themselves";

givenDatabase();
const givenWorker = givenWorkers();
const NIGHTS: UpdateWindow = { days: [0, 1, 2, 3, 4, 5, 6], from: "02:00", to: "05:00", timeZone: "UTC" };
const NIGHT = new Date("2026-11-21T03:00:00Z");
const NOON = new Date("2026-11-21T12:00:00Z");
let owner: Caller;

beforeEach(async () => {
  owner = await givenOwner();
});

async function given(newest: { exits?: { afterMs: number; code: number } } = {}) {
  const images = ["anchor", "beacon"].flatMap((name) => [
    [`docker.io/example/${name}:1.0.0`, {}] as const,
    [`docker.io/example/${name}:1.1.0`, newest] as const,
  ]);
  const engine = memoryEngine(Object.fromEntries(images));
  await givenWorker({ engine: async () => engine, limits: QUICK });
  const anchor = await givenBehind(owner, engine, "anchor");
  return { anchor, beacon: await givenBehind(owner, engine, "beacon"), engine };
}

const wish = (projectId: string, updateWindow: UpdateWindow | null) =>
  patchProject(owner, { projectId, updateWindow });
const shown = async (projectId: string) => (await listUpdates(owner, { projectId })).data[0];

test("nothing is updated by itself unless somebody asked for it, and then only while the window is open", async () => {
  const { anchor, beacon } = await given();
  expect(await updateByThemselves(NIGHT)).toEqual([]);
  expect(await wish(anchor, NIGHTS)).toMatchObject({ updateWindow: NIGHTS });
  expect(await shown(anchor)).toMatchObject({ automatic: { next: expect.any(String), held: null } });
  expect(await shown(beacon)).toMatchObject({ automatic: null });
  expect(await updateByThemselves(NOON)).toEqual([]);
  const [begun = ""] = await updateByThemselves(NIGHT);
  expect(await untilEnded(begun)).toMatchObject({
    ...{ state: "ready", trigger: "update", projectId: anchor },
    ...{ createdBy: owner.name, through: "Automatic updates" },
  });
  expect(await updateByThemselves(NIGHT), "nothing is left").toEqual([]);
  expect(await wish(anchor, null)).toMatchObject({ updateWindow: null });
});

test("of one organization one is updated at a time", async () => {
  const { anchor, beacon } = await given();
  await wish(anchor, NIGHTS);
  await wish(beacon, NIGHTS);
  const first = await updateByThemselves(NIGHT);
  expect(first).toHaveLength(1);
  expect(await updateByThemselves(NIGHT)).toEqual([]);
  await untilEnded(first[0] ?? "");
  const second = await updateByThemselves(NIGHT);
  expect(await untilEnded(second[0] ?? "")).toMatchObject({ state: "ready" });
  expect(second).not.toEqual(first);
});

test("a version that was taken back is not tried again by itself, and the list says why", async () => {
  const { anchor } = await given({ exits: { afterMs: 20, code: 3 } });
  await wish(anchor, NIGHTS);
  const [begun = ""] = await updateByThemselves(NIGHT);
  expect(await untilEnded(begun)).toMatchObject({ state: "rolled_back", number: 2 });
  expect(await updateByThemselves(NIGHT)).toEqual([]);
  expect((await shown(anchor))?.automatic?.held).toMatch(
    /^Deployment 2 tried this version and was taken back/,
  );
  expect(await db().select().from(deployments).where(eq(deployments.projectId, anchor))).toHaveLength(2);
});

test("pinned and stopped projects, and those of an organization that is updating, are left alone", async () => {
  const { anchor, beacon } = await given();
  await wish(anchor, NIGHTS);
  await patchProject(owner, { projectId: anchor, pinned: true });
  expect(await updateByThemselves(NIGHT)).toEqual([]);
  await patchProject(owner, { projectId: anchor, pinned: false });
  await applyAllUpdates(owner, { projectIds: [beacon] });
  expect(await updateByThemselves(NIGHT)).toEqual([]);
});

test("it is done with what its person may do at that moment, and told when that is too little", async () => {
  const { anchor } = await given();
  await wish(anchor, NIGHTS);
  const held = and(eq(grants.userId, owner.userId), eq(grants.organizationId, owner.organizationId));
  await db().delete(grants).where(held);
  expect(await updateByThemselves(NIGHT)).toEqual([]);
  expect((await shown(anchor))?.automatic?.held).toContain("may not change this project any more");
  await wish(anchor, NIGHTS);
  expect((await shown(anchor))?.automatic?.held, "asked for anew").toBeNull();
});
