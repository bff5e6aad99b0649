import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine";
import { openSecret } from "@/lib/secrets";
import { useEngine } from "@/lib/servers";
import { replaceEnv } from "./env";
import { freezeProject } from "./freeze";
import { changeSettings } from "./settings";
import { projectEnv } from "./table";
import { givenProject } from "./testing";
import { readVariables } from "./variables/stored";

givenDatabase();

/** Fields that only count under a condition, one of them in the author's environment too. */
const MAIL_FIELDS = [
  { key: "MAIL", service: "web", label: "Mail", type: "boolean" as const },
  {
    ...{ key: "RELAY", service: "web", label: "Relay", type: "text" as const, default: "relay.example" },
    showIf: { field: "MAIL", truthy: true },
  },
  {
    ...{ key: "SENDER", service: "web", label: "Sender", type: "text" as const },
    showIf: { field: "RELAY", equals: "own" },
  },
];

beforeAll(() => {
  useEngine(createMemoryEngine({}));
  const [web, ...rest] = NOTES.services ?? [];
  const withEnvironment = (more: Record<string, string>) =>
    web ? [{ ...web, environment: { ...web.environment, ...more } }, ...rest] : [];
  const services = withEnvironment({ BROKEN: "{{config:NO_SUCH_KEY}}" });
  givenCatalog(
    { ...NOTES, id: "broken", name: "Broken", services },
    {
      ...NOTES,
      id: "stepped",
      services: withEnvironment({ AUTH: "Bearer {{config:TOKEN}}", LICENSE: "key {{config:TOKEN}}" }),
      files: [{ service: "web", path: "/token", content: "{{config:TOKEN}}" }],
      prepare: [{ service: "db", command: "make", capture: "token", persistAs: { key: "TOKEN" } }],
    },
    {
      ...NOTES,
      id: "mailing",
      services: withEnvironment({ SENDER: "nobody" }),
      settings: [...(NOTES.settings ?? []), { id: "mail", label: "Mail", fields: MAIL_FIELDS }],
    },
    {
      ...NOTES,
      id: "half",
      services: withEnvironment({ BOTH: "{{config:TOKEN}} {{config:NO_SUCH_KEY}}" }),
      prepare: [{ service: "db", command: "make", capture: "token", persistAs: { key: "TOKEN" } }],
    },
  );
});

test("an answer counts while its field is shown, and is kept while it is hidden", async () => {
  const owner = await givenOwner();
  const answers = {
    ...NOTES_ANSWERS,
    web: { ...NOTES_ANSWERS.web, MAIL: "true", RELAY: "own", SENDER: "me" },
  };
  const { projectId } = await givenProject(owner, { appId: "mailing", name: "Mailing", settings: answers });
  const shown = async () => (await freezeProject(projectId)).env.web;
  expect(await shown()).toMatchObject({ RELAY: { value: "own" }, SENDER: { value: "me" } });
  await changeSettings(owner, { projectId, settings: { web: { MAIL: "false" } } });
  expect(await shown()).not.toHaveProperty("RELAY");
  expect(await shown()).toMatchObject({ MAIL: { value: "false" }, SENDER: { value: "nobody" } });
  await changeSettings(owner, { projectId, settings: { web: { MAIL: "true" } } });
  expect(await shown()).toMatchObject({ RELAY: { value: "own" }, SENDER: { value: "me" } });
});

const endpoints = [{ service: "web", port: 8080, mode: "port" as const, hostPort: 28_000 }];

test("every placeholder is filled, and whatever a secret went into is sealed for its place", async () => {
  const { projectId } = await givenProject(await givenOwner(), { endpoints });
  const { env, files, slug } = await freezeProject(projectId);
  expect(slug).toBe("notes");
  expect(env.web).toMatchObject({
    BASE_URL: { value: "http://127.0.0.1:28000" },
    MODE: { value: "quiet" },
    TITLE: { value: "Log book" },
  });
  const open = (service: string, key: string) =>
    openSecret(env[service]?.[key]?.secret ?? "", { projectId, service, key });
  const password = open("db", "POSTGRES_PASSWORD");
  expect(password).toMatch(/^[0-9a-f]{32}$/);
  expect(open("web", "DATABASE_URL")).toBe(`postgres://notes:${password}@db:5432/notes`);
  expect(open("web", "LICENSE")).toBe("builtin-license-text");
  const [file] = files;
  expect(openSecret(file?.content.secret ?? "", { projectId, service: "web", key: "/etc/notes.conf" })).toBe(
    `url=http://127.0.0.1:28000\nkey=${open("web", "APP_KEY")}\n`,
  );
  expect(JSON.stringify(env)).not.toContain(password);
});

test("what a person typed is never expanded, wherever it is put", async () => {
  const hostile = "{{config:DB_PASSWORD}}{{publicUrl:web}} \x24{HOME} $$ \" ' \\";
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, {
    settings: { web: { ...NOTES_ANSWERS.web, TITLE: hostile } },
  });
  const lines = "one\nTWO=2\r\nexport THREE=3";
  const env = [
    { service: "db", key: "POSTGRES_USER", value: hostile },
    { service: "web", key: "LINES", value: lines },
    { service: "web", key: "DB_PASSWORD", value: "{{config:APP_KEY}}" },
  ];
  await replaceEnv(owner, { projectId, env });
  const frozen = await freezeProject(projectId);
  expect(frozen.env.web?.TITLE).toEqual({ value: hostile });
  expect(frozen.env.db?.POSTGRES_USER).toEqual({ value: hostile });
  expect(frozen.env.web?.LINES).toEqual({ value: lines });
  expect(Object.keys(frozen.env.web ?? {})).not.toContain("TWO");
  const url = openSecret(frozen.env.web?.DATABASE_URL?.secret ?? "", {
    projectId,
    service: "web",
    key: "DATABASE_URL",
  });
  expect(url).toBe("postgres://notes:{{config:APP_KEY}}@db:5432/notes");
});

test("a value that cannot be resolved is named and never becomes empty", async () => {
  const broken = givenProject(await givenOwner(), { appId: "broken" });
  await expect(broken).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringMatching(
      /BROKEN of web cannot be resolved: nothing gives \{\{config:NO_SUCH_KEY\}\}/,
    ),
  });
});

test("what a step is still to capture is left out and remembered, the template of a secret sealed", async () => {
  const { projectId } = await givenProject(await givenOwner(), { appId: "stepped" });
  const frozen = await freezeProject(projectId);
  expect(Object.keys(frozen.env.web ?? {})).not.toContain("AUTH");
  expect(Object.keys(frozen.env.web ?? {})).not.toContain("LICENSE");
  expect(frozen.files).toEqual([]);
  const license = { service: "web", key: "LICENSE" };
  const derived = frozen.derived?.toSorted((a, b) => a.key.localeCompare(b.key, "en"));
  expect(derived).toEqual([
    { service: "web", key: "/token", isFile: true, text: { value: "{{config:TOKEN}}" } },
    { service: "web", key: "AUTH", isFile: false, text: { value: "Bearer {{config:TOKEN}}" } },
    { ...license, isFile: false, text: { secret: expect.any(String) } },
  ]);
  const sealed = derived?.at(-1)?.text.secret ?? "";
  expect(openSecret(sealed, { projectId, ...license })).toBe("key {{config:TOKEN}}");
});

test("a captured value excuses no other that is missing beside it", async () => {
  const half = givenProject(await givenOwner(), { appId: "half" });
  await expect(half).rejects.toMatchObject({
    message: expect.stringMatching(
      /BOTH of web cannot be resolved: nothing gives \{\{config:NO_SUCH_KEY\}\}/,
    ),
  });
});

test("a secret that cannot be decrypted, or was moved here, stops the freeze", async () => {
  const owner = await givenOwner();
  const [one, other] = [await givenProject(owner), await givenProject(owner)];
  const [foreign] = (await readVariables(other.projectId)).filter((row) => row.key === "APP_KEY");
  const [own] = (await readVariables(one.projectId)).filter((row) => row.key === "APP_KEY");
  const put = (secret: string) =>
    db()
      .update(projectEnv)
      .set({ secret })
      .where(eq(projectEnv.id, own?.id ?? ""));
  for (const secret of [foreign?.secret ?? "", "v1.AAAA.AAAA", ""]) {
    await put(secret);
    await expect(freezeProject(one.projectId)).rejects.toMatchObject({
      code: "SECRET_UNREADABLE",
      message: expect.stringContaining("APP_KEY of web"),
    });
  }
  await put(own?.secret ?? "");
  expect((await freezeProject(one.projectId)).env.web?.APP_KEY?.secret).toBeDefined();
});
