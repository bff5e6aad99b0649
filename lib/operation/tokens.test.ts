import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { givenCatalog, NOTES_ANSWERS } from "@/lib/apps/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine } from "@/lib/servers";
import { givenToken } from "@/lib/tokens/testing";
import { OPERATIONS } from "./all";
import type { Operation, Subscription } from "./define";
import { givenWorld, INPUTS, type World } from "./matrix/testing";

/** What holds of tokens over all operations, whatever they are. */

givenDatabase();
givenCatalog();
let world: World;
beforeAll(async () => {
  giveEngine(createMemoryEngine({ "example/notes:1.2.3": {}, "example/postgres:18.1": {} }));
  world = await givenWorld();
});
afterAll(() => giveEngine(undefined));

const idsIn = ({ rest }: Operation | Subscription) => rest.match(/(?<=\{)\w+(?=\})/g) ?? [];
const inputOf = (verb: Operation | Subscription) => {
  const known = world.ids as Record<string, string>;
  return { ...Object.fromEntries(idsIn(verb).map((name) => [name, known[name]])), ...INPUTS[verb.id] };
};
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error) => (error instanceof Refusal ? error.code : String(error)),
  );

/** The full token of somebody who may do everything in another organization. */
async function givenStrangersToken() {
  const stranger = await world.askers.stranger?.();
  if (!stranger) throw new Error("there is no stranger");
  return (await givenToken(stranger)).caller;
}

// Everybody may read these of the catalog that comes along; what an organization brought itself is another matter.
const OF_EVERYBODY = ["apps.show", "apps.hostFit", "apps.listSources"];

test("with a token of one organization every id of another is the same nothing", async () => {
  const stranger = await givenStrangersToken();
  const named = OPERATIONS.filter((verb) => idsIn(verb).length > 0 && !OF_EVERYBODY.includes(verb.id));
  expect(named.length).toBeGreaterThan(30);
  for (const verb of named.filter(({ permission }) => permission !== "instance")) {
    expect(
      await codeOf(verb(await stranger(), inputOf(verb) as never, AbortSignal.timeout(5_000))),
      verb.id,
    ).toBe("NOT_FOUND");
  }
});

test("an id of another organization inside the input opens nothing either", async () => {
  const stranger = await givenStrangersToken();
  const { projectId } = world.ids;
  const connections = [{ requirementId: "db", projectId }];
  const grants = [{ resourceType: "project", resourceId: projectId, permissions: ["read"] }];
  for (const [id, input] of [
    ["apps.hostFit", { appId: "notes", projectId }],
    ["apps.install", { appId: "notes", settings: NOTES_ANSWERS, connections, deploy: false }],
    ["apps.plan", { appId: "notes", settings: NOTES_ANSWERS, connections }],
    ["deployments.list", { projectId }],
    ["tokens.create", { name: "wider", grants }],
  ] as const) {
    const verb = OPERATIONS.find((one) => one.id === id);
    const outcome = await verb?.(await stranger(), input as never, AbortSignal.timeout(5_000)).then(
      (answer) => JSON.stringify(answer),
      (error) => (error as Refusal).status,
    );
    if (typeof outcome === "string") expect(outcome, id).not.toContain(projectId);
    else expect([400, 403, 404], id).toContain(outcome);
  }
});

test("reading writes nothing: every operation that only reads works on tables that take no writes", async () => {
  const owner = await world.askers.owner?.();
  if (!owner) throw new Error("there is no owner");
  const reading = OPERATIONS.filter(({ mutates, permission }) => !mutates && permission !== "instance");
  // What is asked once per process, such as the installation's id, is asked before.
  for (const verb of reading)
    await verb(owner, inputOf(verb) as never, AbortSignal.timeout(5_000)).catch(() => {});
  await db().execute(sql`
    CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'something was written to %', TG_TABLE_NAME; END $$`);
  // What the engine was seen to run is remembered whoever looks; nobody decides it by looking.
  await db().execute(sql`
    DO $$ DECLARE one record; BEGIN
      FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'service_states' LOOP
        EXECUTE format('CREATE TRIGGER no_writes BEFORE INSERT OR UPDATE OR DELETE ON %I
          FOR EACH ROW EXECUTE FUNCTION refuse_write()', one.tablename);
      END LOOP;
    END $$`);
  for (const verb of reading) {
    const outcome = await codeOf(verb(owner, inputOf(verb) as never, AbortSignal.timeout(5_000)));
    expect(outcome, verb.id).not.toMatch(/written|Failed query/);
  }
  await expect(db().execute(sql`DELETE FROM projects`)).rejects.toThrow();
});
