import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { connectDocker } from "./docker-engine";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of endings.splice(0)) await end();
});

/** Something that speaks HTTP on a socket, notes what it was asked, and answers all with the same. */
async function givenSocket(answer: object) {
  const folder = await mkdtemp(join(tmpdir(), "rs-request-"));
  const path = join(folder, "engine.sock");
  const asked: { url: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ url: request.url ?? "", body });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
    return rm(folder, { recursive: true });
  });
  return { path, asked };
}

test("secrets travel in the body, never in the address that engines log", async () => {
  const { path, asked } = await givenSocket({ Id: "a".repeat(64) });
  const id = await connectDocker(path).createContainer({
    ...{
      name: "web",
      image: "app:1",
      labels: {},
      env: { TOKEN: "s3cret" },
      volumes: [],
      files: [],
      ports: [],
    },
    ...{ network: "shop", aliases: [], restart: "no" },
  });
  expect(id).toBe("a".repeat(64));
  expect(asked.map(({ url }) => url)).toEqual(["/containers/create?name=web"]);
  expect(asked[0]?.body).toContain("TOKEN=s3cret");
});

test("the environment's DOCKER_HOST and certificates have no say once an address is given", async () => {
  vi.stubEnv("DOCKER_HOST", "tcp://127.0.0.1:1");
  vi.stubEnv("DOCKER_TLS_VERIFY", "1");
  const { path } = await givenSocket({ Volumes: [] });
  expect(await connectDocker(path).listVolumes({})).toEqual([]);
});

test("two hundred calls at once cost little", async () => {
  const { path, asked } = await givenSocket({ Volumes: [] });
  const engine = connectDocker(path);
  const before = performance.now();
  await Promise.all(Array.from({ length: 200 }, () => engine.listVolumes({})));
  expect(asked).toHaveLength(200);
  expect(performance.now() - before).toBeLessThan(2_000);
});

test("mirrors and insecure registries are read as origins and hosts, whatever else the engine tells", async () => {
  const indexes = {
    "docker.io": {
      Mirrors: ["http://10.0.0.5:5000/", "https://mirror.example/path/", "no address"],
      Secure: true,
    },
    "10.0.0.9:5000": { Mirrors: [], Secure: false },
    "ghcr.io": { Secure: true },
  };
  const { path } = await givenSocket({ RegistryConfig: { IndexConfigs: indexes } });
  expect(await connectDocker(path).registries()).toEqual({
    mirrors: ["http://10.0.0.5:5000", "https://mirror.example"],
    insecure: ["10.0.0.9:5000"],
  });
  for (const told of [{}, { RegistryConfig: null }, { RegistryConfig: { IndexConfigs: null } }]) {
    const quiet = await givenSocket(told);
    expect(await connectDocker(quiet.path).registries()).toEqual({ mirrors: [], insecure: [] });
  }
});
