import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "@/lib/auth/table";
import { db } from "./client";
import { givenDatabase } from "./testing";

givenDatabase();

const SECRET = "a-value-that-nobody-may-read";
const told = (failing: Promise<unknown>) =>
  failing.then(
    () => "",
    (error) => inspect(error, { depth: 8 }),
  );

test("a query that fails tells which, where and why, but none of its values", async () => {
  const user = { name: SECRET, email: `${SECRET}@example.org` };
  await db().insert(users).values(user);
  const failures = await Promise.all([
    told(db().execute(sql`SELECT ${SECRET}::int`)),
    told(db().execute(sql`SELECT * FROM nowhere WHERE token = ${SECRET}`)),
    told(db().insert(users).values(user)),
    told(db().insert(sessions).values({ token: SECRET, userId: "usr_none", expiresAt: new Date() })),
    told(db().update(users).set({ name: sql`NULL` })),
    told(db().transaction((tx) => tx.insert(users).values(user))),
  ]);
  for (const failure of failures) {
    expect(failure).toMatch(/Failed query: (SELECT|insert|update)/);
    expect(failure).toMatch(/at .*\.test\.ts|code: '\w{5}'/);
    expect(failure).not.toContain(SECRET);
  }
  expect(failures[1]).toContain('relation "nowhere" does not exist');
});
