import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password";

test("everybody in a crowd gets their own answer, and a broken hash holds nobody up", async () => {
  const stored = await hashPassword("harbour lights at night");
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      verifyPassword({
        hash: number % 4 === 3 ? "no hash" : stored,
        password: number % 2 ? "something else" : "harbour lights at night",
      }),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, number) => number % 2 === 0));
});

test("other work goes on while passwords are hashed", async () => {
  let turns = 0;
  let hashing = true;
  const others = (async () => {
    while (hashing) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
  })();
  await Promise.all(Array.from({ length: 4 }, (_, number) => hashPassword(`password number ${number}`)));
  hashing = false;
  await others;
  expect(turns).toBeGreaterThan(20);
});

test.runIf(process.platform === "linux")("hashing gives way to everybody who is not signing in", async () => {
  await hashPassword("harbour lights");
  const priorities = readdirSync("/proc/self/task").map((thread) => ({
    name: readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim(),
    nice: getPriority(Number(thread)),
  }));
  const hashing = priorities.filter(({ name }) => name === "libuv-worker");
  expect(hashing.length).toBeGreaterThan(0);
  const own = getPriority();
  for (const { nice } of hashing) expect(nice).toBeGreaterThan(own);
});
