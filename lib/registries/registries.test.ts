import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { replaceAsk } from "@/lib/outgoing";
import { askNobody } from "@/lib/outgoing/testing";
import { readLogins } from "@/lib/registry";
import { openGates } from "@/lib/registry/gate";
import { registryCredentials } from "@/lib/registry/table";
import { startRegistryStub } from "@/lib/registry/testing";
import { useEngine as giveEngine } from "@/lib/servers";
import { listRegistries, removeRegistry, setRegistry } from ".";

givenDatabase();
const givenWorker = givenWorkers();
type Stub = Awaited<ReturnType<typeof startRegistryStub>>;
let stub: Stub;

async function givenStub(options: Parameters<typeof startRegistryStub>[0]) {
  stub = await startRegistryStub(options);
  // Its operator set the engine up with it, over plain HTTP: so it may be asked.
  giveEngine(createMemoryEngine({}, { registries: { mirrors: [], insecure: [stub.host] } }));
}
beforeEach(async () => {
  askNobody();
  openGates();
  await givenStub({
    ...{ images: { "team/app": ["1.0"] }, token: { password: "open sesame" } },
    instead: (request, response) => {
      const isBase =
        request.url === "/v2/" && (request.headers.authorization ?? "").startsWith("Bearer token-");
      if (isBase) response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return isBase;
    },
  });
});
afterEach(async () => {
  stub.close();
  await db().delete(registryCredentials);
});
afterAll(() => {
  giveEngine(undefined);
  replaceAsk(undefined);
});

const login = (password: string) => ({ host: stub.host, username: "robot", password });
const issuesOf = async (attempt: Promise<unknown>) =>
  await attempt.then(
    () => [],
    (error: { issues?: object[] }) => error.issues,
  );

test("a sign-in that the registry accepts is kept sealed, shown to nobody, and replaced by the next", async () => {
  const owner = await givenOwner();
  expect(await setRegistry(owner, { ...login("open sesame"), host: `${stub.origin}/v2/` })).toMatchObject({
    ...{ host: stub.host, username: "robot", checked: true },
  });
  expect(await setRegistry(owner, login("open sesame"))).toMatchObject({ checked: true });
  const { data } = await listRegistries(owner, {});
  expect(data).toHaveLength(1);
  expect(JSON.stringify([data, await db().select().from(registryCredentials)])).not.toContain("sesame");
  expect((await readLogins(owner.organizationId)).get(stub.host)).toMatchObject({ password: "open sesame" });
  const stranger = await givenOwner();
  const registryId = data[0]?.id ?? "";
  expect((await listRegistries(stranger, {})).data).toEqual([]);
  await expect(removeRegistry(stranger, { registryId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await removeRegistry(owner, { registryId });
  expect((await listRegistries(owner, {})).data).toEqual([]);
});

test("a wrong password is refused beside its field, and what was right before is kept", async () => {
  const owner = await givenOwner();
  await setRegistry(owner, login("open sesame"));
  expect(await issuesOf(setRegistry(owner, login("wrong")))).toEqual([
    { path: "password", message: `${stub.host} does not accept this user name with this password or token.` },
  ]);
  expect((await readLogins(owner.organizationId)).get(stub.host)).toMatchObject({ password: "open sesame" });
});

test("what is no registry, cannot be reached, or is no name, is told beside the host", async () => {
  const owner = await givenOwner();
  const asked = (host: string) => issuesOf(setRegistry(owner, { ...login("x"), host }));
  expect(await asked("ghcr.io/team")).toMatchObject([
    { path: "host", message: expect.stringContaining("alone") },
  ]);
  expect(await asked("nowhere.example.org")).toMatchObject([
    { path: "host", message: expect.stringContaining("its name is not known") },
  ]);
  expect(await asked("169.254.169.254:80")).toMatchObject([
    { path: "host", message: expect.stringContaining("are not asked") },
  ]);
  stub.close();
  await givenStub({ instead: (_request, response) => !!response.writeHead(404).end() });
  expect(await asked(stub.host)).toMatchObject([{ path: "host", message: expect.stringContaining("404") }]);
  stub.close();
  await givenStub({ instead: (_request, response) => !!response.writeHead(200).end("{}") });
  expect(await setRegistry(owner, login("anything"))).toMatchObject({ checked: false });
});

test.each([
  ["image is pulled", (image: string) => ({ name: "web", image })],
  [
    "base image is built upon",
    (image: string) => ({ name: "web", build: { dockerfile: `FROM ${image}`, files: [] } }),
  ],
])("an app's private %s with the organization's own sign-in, and by no other", async (_what, serviceOf) => {
  const owner = await givenOwner();
  await setRegistry(owner, login("open sesame"));
  const image = `${stub.host}/team/app:1.0`;
  const wanted = { username: "robot", password: "open sesame" };
  const engine = createMemoryEngine({ [image]: { private: wanted } });
  const worker = await givenWorker({ engine: async () => engine });
  const project = await givenProject(owner, [serviceOf(image)]);
  expect(await untilEnded(await givenQueued(owner, project.id))).toMatchObject({ state: "ready" });
  await worker.stop();
  // An engine that does not hold it yet.
  const other = createMemoryEngine({ [image]: { private: wanted } });
  await givenWorker({ engine: async () => other });
  const stranger = await givenOwner();
  const theirs = await givenProject(stranger, [serviceOf(image)]);
  const ended = await untilEnded(await givenQueued(stranger, theirs.id));
  expect(ended).toMatchObject({ state: "failed", advice: expect.stringContaining("Settings, Registries") });
});
