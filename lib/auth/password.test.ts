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
