import { symmetricEncrypt } from "better-auth/crypto";
import { eq, sql as query } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { accounts, twoFactors } from "@/lib/auth/table";
import { givenOwner } from "@/lib/auth/testing";
import { destinationBinding } from "@/lib/backups/storage/binding";
import { backupDestinations } from "@/lib/backups/table";
import { db, sqlClient } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployments } from "@/lib/deployments/table";
import { signingBinding, targetBinding } from "@/lib/notifications/channels/sealed";
import { notificationChannels } from "@/lib/notifications/table";
import { projectEnv, projects } from "@/lib/projects/table";
import { proposals } from "@/lib/proposals/table";
import { loginBinding } from "@/lib/registry/logins";
import { registryCredentials } from "@/lib/registry/table";
import { dataKeyBinding } from "../data-key";
import { ringOf } from "../ring";
import { isCurrent, openSecret, sealSecret } from "../seal";
import { dataKeys } from "../table";
import { SEALED_COLUMNS } from "./columns";
import { rotateAll } from "./rotate";
import { sealedTexts } from "./snapshot";

givenDatabase();

const OLD = "the old secret of this test, long enough to pass";
const NEW = "the new secret of this test, long enough to pass";
const old = ringOf([OLD]);
const both = ringOf([NEW, OLD]);
const fresh = ringOf([NEW]);

type World = { projectId: string; userId: string };
let world: World;

/** One of everything that is sealed, under the old secret; the two-factor values as the library wrote them before there were numbers. */
async function givenWorld(variables = 120): Promise<World> {
  const owner = await givenOwner();
  const [project] = await db()
    .insert(projects)
    .values({
      ...{
        organizationId: owner.organizationId,
        name: `p${variables}`,
        slug: `p${Math.random()}`,
        appId: "notes",
      },
      ...{ definition: {} as never, exposures: [], createdBy: owner.userId },
    })
    .returning();
  const projectId = project?.id ?? "";
  const seal = (service: string, key: string, text = `${service} ${key}`) =>
    sealSecret(text, { projectId, service, key }, old);
  await db()
    .insert(projectEnv)
    .values(
      Array.from({ length: variables }, (_, index) => ({
        ...{ projectId, service: "web", key: `KEY_${index}`, source: "user" as const },
        secret: seal("web", `KEY_${index}`),
      })),
    );
  await db()
    .insert(projectEnv)
    .values({ projectId, service: "web", key: "OPEN", value: "x", source: "user" });
  const snapshot = {
    ...{ definition: {}, slug: "p", exposures: [], images: {} },
    env: { web: { KEY: { secret: seal("web", "KEY") }, OPEN: { value: "clear" } } },
    files: [{ service: "web", path: "/etc/a", content: { secret: seal("web", "/etc/a") } }],
    builds: [
      {
        ...{ service: "web", dockerfile: { secret: seal("web", "build/Dockerfile") } },
        files: [{ path: "b", content: { secret: seal("web", "build/b") } }],
      },
    ],
    derived: [{ service: "web", key: "D", isFile: false, text: { secret: seal("web", "D") } }],
  };
  const written = (key: string, secret: string | null) => ({ service: "web", key, secret, source: "user" });
  await db()
    .insert(deployments)
    .values({
      ...{ projectId, organizationId: owner.organizationId, number: 1, trigger: "install", steps: [] },
      ...{ createdBy: owner.userId, state: "ready", snapshot: snapshot as never },
      // An update that still waits writes these into the project's variables when it works.
      change: { writes: [written("NEW", seal("web", "NEW")), written("PLAIN", null)] } as never,
    });
  const id = `prp_${Math.random().toString(36).slice(2)}`;
  await db()
    .insert(proposals)
    .values({
      ...{ id, organizationId: owner.organizationId, userId: owner.userId, clientId: "c", clientName: "c" },
      ...{ operation: "projects.stop", summary: "s", expiresAt: new Date() },
      input: sealSecret("{}", { projectId: id, service: "proposal", key: "input" }, old),
    });
  const storageId = `bds_${Math.random().toString(36).slice(2)}`;
  await db()
    .insert(backupDestinations)
    .values({
      ...{ id: storageId, organizationId: owner.organizationId, name: "s3", kind: "s3", createdBy: "x" },
      place: { endpoint: "https://s3.example.org", region: "x", bucket: "abc", prefix: "", keyId: "k" },
      secret: sealSecret("k", destinationBinding(storageId), old),
    });
  await db()
    .insert(accounts)
    .values({
      ...{ accountId: id, providerId: "cloud", userId: owner.userId },
      accessToken: sealSecret("t", { projectId: owner.userId, service: "cloud", key: "access token" }, old),
    });
  await db()
    .insert(registryCredentials)
    .values({
      ...{
        organizationId: owner.organizationId,
        host: "ghcr.io",
        username: "robot",
        createdBy: owner.userId,
      },
      secret: sealSecret("pass", loginBinding(owner.organizationId, "ghcr.io"), old),
    });
  await db()
    .insert(notificationChannels)
    .values({
      ...{ id: "nch_1", organizationId: owner.organizationId, kind: "webhook", name: "w", events: [] },
      ...{ createdBy: owner.userId, target: sealSecret("https://example.org", targetBinding("nch_1"), old) },
      signingSecret: sealSecret("whsec_x", signingBinding("nch_1"), old),
    });
  const sealed = sealSecret("the key", dataKeyBinding("audit"), old);
  await db().insert(dataKeys).values({ name: "audit", sealed });
  await db()
    .insert(twoFactors)
    .values({
      userId: owner.userId,
      secret: await symmetricEncrypt({ key: OLD, data: "totp" }),
      backupCodes: await symmetricEncrypt({ key: OLD, data: "[]" }),
    });
  return { projectId, userId: owner.userId };
}

beforeEach(async () => {
  await db().execute(query`TRUNCATE users, projects, organizations, data_keys CASCADE`);
  world = await givenWorld();
});

const sums = async (ring = both) => {
  const all = await rotateAll(sqlClient(), ring);
  const sum = (of: "current" | "changed") => all.reduce((total, one) => total + one[of], 0);
  return {
    current: sum("current"),
    changed: sum("changed"),
    unreadable: all.flatMap((one) => one.unreadable),
  };
};
const EVERYTHING = 120 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 2 + 2;

test("everything comes under the new secret, opens without the old one, and says the same", async () => {
  expect(await sums()).toEqual({ current: 0, changed: EVERYTHING, unreadable: [] });
  expect(await sums(fresh)).toEqual({ current: EVERYTHING, changed: 0, unreadable: [] });
  const [row] = await db().select().from(projectEnv).where(eq(projectEnv.key, "KEY_7"));
  const binding = { projectId: world.projectId, service: "web", key: "KEY_7" };
  expect(openSecret(row?.secret ?? "", binding, fresh)).toBe("web KEY_7");
  const [deployment] = await db().select().from(deployments);
  const texts = sealedTexts(deployment?.snapshot as never);
  expect(texts).toHaveLength(5);
  for (const { text, service, key } of texts) {
    const place = { projectId: world.projectId, service, key };
    expect(openSecret(text.secret ?? "", place, fresh)).toBe(`${service} ${key}`);
  }
  expect(deployment?.snapshot?.env.web?.OPEN).toEqual({ value: "clear" });
  const [next, plain] = deployment?.change?.writes ?? [];
  const place = { projectId: world.projectId, service: "web", key: "NEW" };
  expect(openSecret(next?.secret ?? "", place, fresh)).toBe("web NEW");
  expect(plain).toEqual({ service: "web", key: "PLAIN", secret: null, source: "user" });
});

test("ended in the middle it goes on where it was, and rows of both secrets stand side by side until then", async () => {
  let batches = 0;
  const ended = rotateAll(sqlClient(), both, () => {
    if (++batches === 2) throw new Error("killed");
  });
  await expect(ended).rejects.toThrow("killed");
  const rows = await db().select().from(projectEnv);
  const done = rows.filter(({ secret }) => secret !== null && isCurrent(secret, both)).length;
  expect(done).toBe(50);
  for (const { secret, key } of rows) {
    const binding = { projectId: world.projectId, service: "web", key };
    if (secret !== null) expect(openSecret(secret, binding, both)).toBe(`web ${key}`);
  }
  expect(await sums()).toEqual({ current: 51, changed: EVERYTHING - 51, unreadable: [] });
});

test("two at once finish the same work without harm", async () => {
  await Promise.all([sums(), sums()]);
  expect(await sums(fresh)).toEqual({ current: EVERYTHING, changed: 0, unreadable: [] });
});

test("what no known secret opens stays as it is, is told by its row, and holds nothing else up", async () => {
  const [foreign] = await db().select().from(projectEnv).where(eq(projectEnv.key, "KEY_3"));
  const binding = { projectId: world.projectId, service: "web", key: "KEY_3" };
  const secret = sealSecret("x", binding, ringOf(["a third secret that nobody remembers at all"]));
  await db().update(projectEnv).set({ secret }).where(eq(projectEnv.key, "KEY_3"));
  expect(await sums()).toEqual({ current: 0, changed: EVERYTHING - 1, unreadable: [foreign?.id] });
  const [kept] = await db().select().from(projectEnv).where(eq(projectEnv.key, "KEY_3"));
  expect(kept?.secret).toBe(secret);
});

test("with a wrong old secret nothing is changed at all", async () => {
  const wrong = ringOf([NEW, "not the secret that this was stored with"]);
  const told = await sums(wrong);
  expect(told).toMatchObject({ current: 0, changed: 0 });
  expect(await sums()).toMatchObject({ changed: EVERYTHING });
});

test("a value that a running instance writes under the old secret meanwhile is found by the next round", async () => {
  await sums();
  const binding = { projectId: world.projectId, service: "web", key: "KEY_1" };
  await db()
    .update(projectEnv)
    .set({ secret: sealSecret("later", binding, old) })
    .where(eq(projectEnv.key, "KEY_1"));
  expect(await sums()).toMatchObject({ changed: 1 });
});

test("the key of the audit log stays the same under a new secret", async () => {
  await sums();
  const [row] = await db().select().from(dataKeys);
  expect(openSecret(row?.sealed ?? "", dataKeyBinding("audit"), fresh)).toBe("the key");
});

test("no column of any table holds an envelope that the list of sealed columns does not name", async () => {
  await sums();
  const columns = await sqlClient()<{ table: string; column: string }[]>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'json', 'ARRAY')`;
  const listed = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`));
  const found = new Set<string>();
  for (const { table, column } of columns) {
    const sql = sqlClient();
    const [hit] = await sql`SELECT 1 FROM ${sql(table)}
      WHERE ${sql(column)}::text ~ '(^|")(v[12]\\.([0-9]+\\.)?[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]{22,}|\\$ba\\$)' LIMIT 1`;
    if (hit) found.add(`${table}.${column}`);
  }
  expect([...found].filter((name) => !listed.has(name))).toEqual([]);
  expect(found.size).toBe(12);
});
