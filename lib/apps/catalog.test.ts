import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployments } from "@/lib/deployments/table";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { readCatalog } from "./catalog";
import { showHostFit } from "./host-fit";
import { installApp } from "./install";
import { listCatalog } from "./list";
import { showApp } from "./show";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "./testing";

givenDatabase();

const folder = mkdtempSync(path.join(tmpdir(), "roadstead-catalog-"));
afterAll(() => rmSync(folder, { recursive: true }));

const givenOutcome = ({ projectId }: { projectId: string }, state: "ready" | "failed") =>
  db().update(deployments).set({ state }).where(eq(deployments.projectId, projectId));

beforeAll(() => {
  useEngine(createMemoryEngine({}, { cpuCores: 2, memoryMb: 1_900 }));
  givenCatalog(
    { ...NOTES, id: "hidden", name: "Hidden", unlisted: true },
    { ...NOTES, id: "future", name: "Future", minEngine: "99.0.0" },
    {
      ...NOTES,
      id: "shape",
      name: "Shape",
      schemaVersion: 2,
      minEngine: "98.0.0",
      services: "of a new kind" as never,
    },
    { ...NOTES, id: "fits", name: "Fits", minResources: { memoryMb: 2_048, cpuCores: 2 } },
    { ...NOTES, id: "heavy", name: "Heavy", minResources: { memoryMb: 4_096, cpuCores: 2 } },
  );
});

test("the grid shows listed apps by name, with what stands in their way and how often they are installed", async () => {
  const owner = await givenOwner();
  const mine = await installApp(owner, { appId: "notes", settings: NOTES_ANSWERS });
  const failed = await installApp(owner, { appId: "notes", name: "Failed", settings: NOTES_ANSWERS });
  const foreign = await installApp(await givenOwner(), { appId: "notes", settings: NOTES_ANSWERS });
  await installApp(owner, { appId: "notes", name: "Only a draft", deploy: false });
  await givenOutcome(mine, "ready");
  await givenOutcome(foreign, "ready");
  await givenOutcome(failed, "failed");
  const { data } = await listCatalog(owner, {});
  expect(data.map((entry) => entry.name)).toEqual(["Fits", "Future", "Heavy", "Notes", "Shape"]);
  const entry = (id: string) => data.find((one) => one.id === id);
  expect(entry("notes")).toMatchObject({
    installed: 1,
    version: "1.2.3",
    requiresVersion: null,
    logoPath: null,
  });
  expect(entry("future")).toMatchObject({ requiresVersion: "99.0.0", installed: 0 });
  expect(entry("shape")).toMatchObject({ requiresVersion: "98.0.0", available: false });
});

test("an unlisted app is found by its id; nobody at all is told anything", async () => {
  const owner = await givenOwner();
  const { entry, definition } = await showApp(owner, { appId: "hidden" });
  expect([entry.name, definition.services.length]).toEqual(["Hidden", 2]);
  await expect(showApp(owner, { appId: "nothing" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(showApp({ ...owner, kind: "anonymous" }, { appId: "hidden" })).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

test("a file that is no valid app is named, with everything that is wrong in it", () => {
  const write = (name: string, content: unknown) =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  write("notes.json", NOTES);
  expect([...readCatalog(folder).keys()]).toEqual(["notes"]);
  write("other.json", NOTES);
  expect(() => readCatalog(folder)).toThrow(/other\.json says that its id is "notes"/);
  write("other.json", { ...NOTES, id: "other", category: "games", services: [{ name: "web" }] });
  expect(() => readCatalog(folder)).toThrow(/other\.json is not a valid app:.*category.*services\.0/s);
  writeFileSync(path.join(folder, "other.json"), "{");
  expect(() => readCatalog(folder)).toThrow(/other\.json is not valid JSON/);
  expect(() => readCatalog(path.join(folder, "gone"))).toThrow(/gone cannot be read\. ROADSTEAD_CATALOG_DIR/);
});

test("the host check forgives ten percent, and infers nothing when it cannot measure", async () => {
  const owner = await givenOwner();
  expect((await showHostFit(owner, { appId: "notes" })).fit).toEqual({ ok: true });
  expect((await showHostFit(owner, { appId: "fits" })).fit).toEqual({ ok: true });
  expect(await showHostFit(owner, { appId: "heavy" })).toEqual({
    minResources: { memoryMb: 4_096, cpuCores: 2 },
    capacity: { cpuCores: 2, memoryMb: 1_900, source: "engine" },
    fit: { ok: false, memory: { needed: 4_096, available: 1_900 } },
  });
  const gone = createMemoryEngine({});
  gone.goAway();
  useEngine(gone);
  expect(await showHostFit(owner, { appId: "heavy" })).toMatchObject({
    capacity: { source: "unknown" },
    fit: { ok: true },
  });
  useEngine(createMemoryEngine({}, { cpuCores: 2, memoryMb: 1_900 }));
});

test("another organization's draft looks exactly like none to the host check", async () => {
  const [owner, stranger] = [await givenOwner(), await givenOwner()];
  const { projectId } = await installApp(owner, { appId: "notes", deploy: false });
  expect((await showHostFit(owner, { appId: "notes", projectId })).fit.ok).toBe(true);
  const nothing = `prj_${"0".repeat(20)}`;
  const told = async (id: string) =>
    await showHostFit(stranger, { appId: "notes", projectId: id }).catch(({ code, message }) => ({
      code,
      message,
    }));
  expect(await told(projectId)).toEqual(await told(nothing));
  expect(await told(projectId)).toMatchObject({ code: "NOT_FOUND" });
});
