import { afterAll, beforeAll, expect, test } from "vitest";
import { ANONYMOUS } from "@/lib/access/caller";
import { givenOwner } from "@/lib/auth/testing";
import { closeDatabase } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { showHealth } from "./health";
import { showSystemInfo } from "./info";

const database = givenDatabase();
const engine = createMemoryEngine(
  {},
  { product: "Docker", version: "27.3", hostname: "harbour-1", cpuCores: 4, memoryMb: 8192 },
);

beforeAll(() => useEngine(engine));
afterAll(() => useEngine(undefined));

test("health needs neither a caller nor a database", async () => {
  const { openDatabase } = await import("@/lib/db/client");
  await closeDatabase();
  expect(await showHealth(ANONYMOUS, {})).toEqual({ status: "ok" });
  await openDatabase(database.url());
});

test("the instance tells which engine it has, and when it has none, why and what to do", async () => {
  const owner = await givenOwner();
  expect((await showSystemInfo(owner, {})).engine).toMatchObject({
    state: "ready",
    message: "Docker 27.3 answers on harbour-1.",
    installCommand: null,
  });
  engine.goAway();
  const { engine: missing, database: kind } = await showSystemInfo(owner, {});
  expect(missing).toMatchObject({
    state: "missing",
    product: null,
    message: expect.stringMatching(/\.$/),
    installCommand: expect.any(String),
  });
  expect(kind).toBe("embedded");
  await expect(showSystemInfo(ANONYMOUS, {})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});
