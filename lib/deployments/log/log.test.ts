import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { projectEnv } from "@/lib/projects/table";
import { givenProject, givenQueued, givenWorkers, logOf, untilEnded } from "../testing";

givenDatabase();
const givenWorker = givenWorkers();
const CHECK = { test: ["CMD", "healthy"] };

test("a secret that an app prints, or dies of, shows nowhere", async () => {
  const secret = "hunter2-hunter2";
  const engine = createMemoryEngine({
    "web:1": { exits: { afterMs: 30, code: 1 }, logs: [`cannot log in with ${secret}`] },
  });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1", restart: "no" }], {
    secrets: { web: { PASSWORD: secret } },
  });
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  const ended = await untilEnded(id);
  expect(ended.reason).toBe("web ended with exit code 1. Its last line: cannot log in with ••••••.");
  expect(JSON.stringify([ended, await logOf(id)])).not.toContain(secret);
});

test("the containers still get the secret in clear, and their own variables only", async () => {
  const seen: Record<string, unknown> = {};
  const engine = createMemoryEngine({
    "web:1": {
      exec: (argv, env) => {
        if (argv[0] === "healthy") Object.assign(seen, env);
        return undefined;
      },
    },
  });
  const owner = await givenOwner();
  const project = await givenProject(
    owner,
    [{ name: "web", image: "web:1", healthcheck: CHECK, environment: { MODE: "a;b\n$(c)" } }],
    {
      secrets: { web: { PASSWORD: "in clear, inside" } },
    },
  );
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  expect(seen).toEqual({ MODE: "a;b\n$(c)", PASSWORD: "in clear, inside" });
});

test("a secret that cannot be decrypted fails the deployment before anything is made", async () => {
  const engine = createMemoryEngine({ "web:1": {} });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }], {
    secrets: { web: { PASSWORD: "0123456789" } },
  });
  await db().update(projectEnv).set({ secret: "v1.AAAA.BBBB" }).where(eq(projectEnv.projectId, project.id));
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  const ended = await untilEnded(id);
  expect(ended).toMatchObject({ state: "failed" });
  expect(ended.reason).toContain("PASSWORD of web cannot be decrypted");
  expect(await engine.listContainers({})).toEqual([]);
});

test("a noisy app fills neither the database nor the page, and its last words are kept all the same", async () => {
  const engine = createMemoryEngine({
    "web:1": { linesPerTenth: 2_000, healthyAfterMs: Number.POSITIVE_INFINITY },
  });
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "web:1", healthcheck: { ...CHECK, interval: "1s", retries: 1 } },
  ]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  expect(await untilEnded(id)).toMatchObject({ state: "failed" });
  const lines = await logOf(id);
  const own = lines.filter(({ service }) => service === "web");
  expect(own.length).toBeGreaterThan(5_000);
  expect(own.length).toBeLessThanOrEqual(5_030);
  expect(lines.map(({ text }) => text)).toContain(
    "web has written 5000 lines. What follows stays in its own log.",
  );
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
});

test("colours stay, NUL and half characters go, and the level is guessed", async () => {
  const engine = createMemoryEngine({
    "web:1": {
      logs: ["\u001b[31mERROR\u001b[0m it broke", "nul\0 inside", "half \ud83d", "WARN: low disk", "plain"],
    },
  });
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const id = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  await untilEnded(id);
  const own = (await logOf(id))
    .filter(({ service }) => service === "web")
    .map(({ level, text }) => [level, text]);
  expect(own).toEqual([
    ["error", "\u001b[31mERROR\u001b[0m it broke"],
    ["info", "nul inside"],
    ["info", "half \ufffd"],
    ["warn", "WARN: low disk"],
    ["info", "plain"],
  ]);
});
