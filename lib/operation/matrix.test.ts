import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ANONYMOUS, type Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { givenCatalog } from "@/lib/apps/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine } from "@/lib/servers";
import { OPERATIONS } from "./all";
import type { Operation, Subscription } from "./define";
import { givenWorld, INPUTS, type World } from "./matrix/testing";

const DOCUMENT = "docs/who-may-do-what.md";

givenDatabase();
givenCatalog();
let world: World;
beforeAll(async () => {
  giveEngine(createMemoryEngine({ "example/notes:1.2.3": {}, "example/postgres:18.1": {} }));
  world = await givenWorld();
});
afterAll(() => giveEngine(undefined));

/** What a person reads in the document: who, in its first row, and a row for each operation. */
function readTable(): { who: string[]; rows: Map<string, string> } {
  const lines = readFileSync(DOCUMENT, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const [head = "", ...rest] = lines;
  const idOf = (line: string) => /^\| `([\w.]+)`/.exec(line)?.[1];
  const rows = rest.flatMap((line) => (idOf(line) ? [[idOf(line) ?? "", line] as const] : []));
  return {
    who: head
      .split("|")
      .slice(2, -1)
      .map((cell) => cell.trim()),
    rows: new Map(rows),
  };
}

test("the document has a column for each kind of caller, and a row for each operation", () => {
  const { who, rows } = readTable();
  expect(who).toEqual(Object.keys(world.askers));
  expect([...rows.keys()]).toEqual(OPERATIONS.map(({ id }) => id));
});

test.each(OPERATIONS.map((verb) => [verb.id, verb] as const))(
  "%s is open to exactly whom the document names",
  async (id, verb) => {
    const cells: string[] = [];
    for (const ask of Object.values(world.askers)) {
      cells.push(await outcomeOf(verb, ask));
      if (verb.mutates) await world.restore();
    }
    expect(`| \`${id}\` | ${cells.join(" | ")} |`).toBe(readTable().rows.get(id));
  },
);

/** "yes" when it was let in, or how many it was shown; else the status of the refusal. */
async function outcomeOf(verb: Operation | Subscription, ask: () => Promise<Caller>): Promise<string> {
  const named = verb.rest.match(/(?<=\{)\w+(?=\})/g) ?? [];
  const ids = Object.fromEntries(named.map((name) => [name, (world.ids as Record<string, string>)[name]]));
  try {
    const caller = verb.permission === "public" ? ANONYMOUS : await ask();
    const asked = INPUTS[verb.id];
    const input = { ...ids, ...(typeof asked === "function" ? asked(world.ids) : asked) } as never;
    const answer = await verb(caller, input, AbortSignal.timeout(5_000));
    const listed = (answer as { data?: unknown[] } | undefined)?.data;
    return verb.permission === "member" && Array.isArray(listed) ? String(listed.length) : "yes";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "TOKEN_READ_ONLY") return "read-only";
    if ([401, 403, 404].includes(error.status)) return String(error.status);
    if (error.code === "VALIDATION_ERROR") throw new Error(`${verb.id} got a wrong input`, { cause: error });
    return "yes";
  }
}
