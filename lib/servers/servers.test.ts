import { afterEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { EngineError } from "@/lib/engine";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { engine, engineStatus, useEngine as giveEngine } from "./engine";
import { installationId } from "./installation";
import { onEngine } from "./on-engine";
import { installation } from "./table";

givenDatabase();
afterEach(() => giveEngine(undefined));

test("an installation has one id, however many ask for it first", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => installationId()));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^ins_[0-9a-z]{20}$/);
  expect(await db().select().from(installation)).toHaveLength(1);
  await expect(db().insert(installation).values({})).rejects.toThrow();
});

test("the status says which engine there is, or in a sentence why there is none", async () => {
  const given = createMemoryEngine({}, { memoryMb: 2_048 });
  giveEngine(given);
  expect(await engine()).toBe(given);
  expect(await engineStatus()).toMatchObject({
    state: "ready",
    info: { product: "Memory", memoryMb: 2_048 },
  });
  given.goAway();
  expect(await engineStatus()).toEqual({
    state: "missing",
    reason: expect.stringMatching(/does not answer.*\.$/),
  });
});

test("what the engine says no to is a refusal with its sentence, and what is a bug stays one", async () => {
  const given = createMemoryEngine({});
  giveEngine(given);
  const failing = (error: Error) => onEngine(() => Promise.reject(error));
  await expect(failing(new EngineError("other", "It will not."))).rejects.toMatchObject({
    code: "ENGINE_REFUSED",
    message: "It will not.",
  });
  await expect(failing(new TypeError("a bug"))).rejects.toThrow(TypeError);
  given.goAway();
  await expect(onEngine((there) => there.info())).rejects.toMatchObject({ code: "ENGINE_UNAVAILABLE" });
});
