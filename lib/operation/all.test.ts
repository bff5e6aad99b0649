import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ANONYMOUS } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { OPERATIONS } from "./all";

/** Route files that serve no operation, each with a reason in docs/decisions/004. */
const NO_OPERATION = [
  "app/api/[...unknown]/route.ts",
  "app/api/auth/[...all]/route.ts",
  "app/api/mcp/route.ts",
  "app/api/openapi.json/route.ts",
  "app/api/setup/first-admin/route.ts",
  "app/api/setup/reset-link/route.ts",
  "app/api/setup/route.ts",
];

const routeFiles = globSync("app/api/**/route.ts").map((file) => file.replaceAll("\\", "/"));
const fileOf = (rest: string) =>
  `app${rest.split(" ")[1]?.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`;

test("each operation has its route file, which serves it under its method", () => {
  for (const { id, rest } of OPERATIONS) {
    const file = fileOf(rest);
    expect(routeFiles, `${id} wants ${file}`).toContain(file);
    expect(readFileSync(file, "utf8"), id).toMatch(
      new RegExp(`export const ${rest.split(" ")[0]} = route\\(`),
    );
  }
});

test("each route file serves an operation, but for the few that are told by name", () => {
  const served = new Set(OPERATIONS.map(({ rest }) => fileOf(rest)));
  expect(routeFiles.filter((file) => !served.has(file)).sort()).toEqual(NO_OPERATION);
});

test("no two operations share an id, and only a stream shares a path", () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  const calls = OPERATIONS.filter(({ kind }) => kind === "call").map(({ rest }) => rest);
  expect(new Set(calls).size).toBe(calls.length);
});

test("nobody in particular is refused by every operation that is not public, whatever is sent", async () => {
  for (const verb of OPERATIONS.filter(({ permission }) => permission !== "public")) {
    const refused = verb(ANONYMOUS, { projectId: "'; --", junk: [null] } as never, AbortSignal.abort());
    await expect(refused, verb.id).rejects.toSatisfy(
      (error) => error instanceof Refusal && error.code === "UNAUTHORIZED",
    );
  }
});

test("only health is public", () => {
  expect(OPERATIONS.filter(({ permission }) => permission === "public").map(({ id }) => id)).toEqual([
    "system.health",
  ]);
});

test("reading verbs are GETs, and a POST that changes nothing says so", () => {
  const quiet = OPERATIONS.filter(({ mutates, rest }) => !mutates && !rest.startsWith("GET")).map(
    ({ id }) => id,
  );
  expect(quiet).toEqual(["apps.plan", "apps.import", "apps.validate", "projects.plan"]);
});
