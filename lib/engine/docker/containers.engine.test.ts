import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createBench, settled } from "../conformance/bench";
import { openConnection } from "./connect";
import { connectDocker } from "./docker-engine";
import { request } from "./request";
import { busybox, labImages, testEngineAddress } from "./testing";

const limit = { timeoutMs: 20_000 };

describe("containers of the Docker Engine", () => {
  const bench = createBench(() => connectDocker(testEngineAddress()), labImages);
  const { engine, images, labels, freshName, given, givenRunning } = bench;
  const out = async (id: string, ...argv: string[]) => (await engine.exec(id, argv, limit)).stdout.trim();

  test("a container has no privileges, a bounded log, its limits, and no init of the engine's", async () => {
    const id = await given(images.idle, {
      memoryMb: 64,
      cpuCores: 0.5,
      shmSizeMb: 32,
      stopGraceMs: 2_500,
      aliases: ["web"],
    });
    const connection = openConnection(testEngineAddress());
    const doing = { what: "look at", container: id };
    const wire = await request(connection, { method: "GET", path: `/containers/${id}/json`, doing });
    expect(wire).toMatchObject({
      Config: { Hostname: "web", StopTimeout: 3, Tty: false },
      HostConfig: {
        Privileged: false,
        CapAdd: null,
        Binds: null,
        Init: false,
        NetworkMode: bench.network,
        SecurityOpt: ["no-new-privileges"],
        LogConfig: { Type: "json-file", Config: { "max-size": "10m", "max-file": "3" } },
        Memory: 64 * 1024 ** 2,
        NanoCpus: 5e8,
        ShmSize: 32 * 1024 ** 2,
      },
    });
  });

  test("files belong to root, nobody may write them, and folders that were there stay as they were", async () => {
    const before = await given(images.idle);
    await engine.startContainer(before);
    const modeOf = async (id: string, path: string) => await out(id, "stat", "-c", "%u:%g %a", path);
    const usual = await modeOf(before, "/tmp");
    const files = ["/tmp/a", "/new/deep/b", "/new/c"].map((path) => ({ path, content: path }));
    const id = await givenRunning(images.idle, { files });
    expect(await modeOf(id, "/tmp")).toBe(usual);
    for (const { path } of files) expect(await modeOf(id, path)).toBe("0:0 444");
    expect(await modeOf(id, "/new")).toBe("0:0 755");
    expect(await modeOf(id, "/new/deep")).toBe("0:0 755");
    expect(await out(id, "cat", "/new/deep/b")).toBe("/new/deep/b");
  });

  test("a file in the place of a folder fails the creation and leaves no container", async () => {
    const name = freshName();
    const create = given(images.idle, { name, files: [{ path: "/etc", content: "" }] });
    await expect(create).rejects.toMatchObject({
      name: "EngineError",
      message: expect.stringContaining("write files into"),
    });
    expect(await engine.listContainers(labels)).toEqual([]);
  });

  test("what is written to a volume is there for the next container, and read only when said so", async () => {
    const volume = freshName();
    await engine.ensureVolume(volume, labels);
    const first = await givenRunning(busybox("echo kept > /data/x; sleep 60"), {
      volumes: [{ volume, target: "/data", readOnly: false }],
    });
    await expect.poll(() => out(first, "cat", "/data/x")).toBe("kept");
    await engine.removeContainer(first);
    const next = await givenRunning(images.idle, { volumes: [{ volume, target: "/data", readOnly: true }] });
    expect(await out(next, "cat", "/data/x")).toBe("kept");
    expect((await engine.exec(next, ["sh", "-c", "echo no > /data/x"], limit)).exitCode).not.toBe(0);
  });

  test("containers of one network know each other by their aliases, others do not", async () => {
    const web = await givenRunning(images.healthy, { aliases: ["shop"] });
    await settled(bench, web, ({ health }) => health === "healthy");
    const near = await givenRunning(images.idle);
    expect(await out(near, "wget", "-q", "-O", "-", "http://shop:8080/health")).not.toBe("");
    const network = freshName();
    await engine.ensureNetwork(network, labels);
    const far = await givenRunning(images.idle, { network });
    expect((await engine.exec(far, ["nslookup", "shop"], limit)).exitCode).not.toBe(0);
    await engine.removeContainer(far);
    await engine.removeNetwork(network);
  });

  test("containers that share one more network know each other by their names there, and keep their own", async () => {
    const [further, own] = [freshName(), freshName()];
    await engine.ensureNetwork(further, labels, { internal: true });
    await engine.ensureNetwork(own, labels);
    const source = await givenRunning(images.healthy, { aliases: ["web"], env: { WHO: "source" } });
    await settled(bench, source, ({ health }) => health === "healthy");
    const user = await given(images.healthy, { network: own, aliases: ["web"], env: { WHO: "user" } });
    await engine.connectNetwork(source, further, ["web.source.internal"]);
    await engine.connectNetwork(user, further, []);
    await engine.startContainer(user);
    await settled(bench, user, ({ health }) => health === "healthy");
    const address = async (host: string) =>
      /Name:\s+\S+\s+Address[^:]*:\s+(\S+)/.exec(await out(user, "nslookup", host))?.[1];
    expect(await address("web.source.internal")).toMatch(/^[\d.]+$/);
    expect(await address("web")).not.toBe(await address("web.source.internal"));
    expect(await out(user, "wget", "-q", "-O", "-", "http://web.source.internal:8080/health")).not.toBe("");
    expect((await engine.exec(source, ["nslookup", "web.user.internal"], limit)).exitCode).not.toBe(0);
    await engine.removeContainer(user);
    await engine.disconnectNetwork(source, further);
    await Promise.all([further, own].map((name) => engine.removeNetwork(name)));
  });

  test("a database that steps down from root works without new privileges", async () => {
    const image = "postgres:16.4";
    if (!(await engine.findImage(image))) {
      await engine.pullImage(image, { signal: AbortSignal.timeout(60_000), onProgress: () => {} });
    }
    const id = await givenRunning(
      { image },
      {
        env: { POSTGRES_PASSWORD: 'it\'s a "secret"\nwith two lines' },
        healthcheck: {
          test: ["CMD-SHELL", "pg_isready -U postgres -h 127.0.0.1"],
          intervalMs: 300,
          retries: 100,
        },
        memoryMb: 256,
        shmSizeMb: 64,
      },
    );
    await settled(bench, id, ({ health }) => health === "healthy", 40_000);
    expect(await out(id, "cat", "/proc/1/status")).toMatch(/NoNewPrivs:\t1/);
    expect((await engine.exec(id, ["psql", "-Atc", "select 1"], { ...limit, user: "postgres" })).stdout).toBe(
      "1\n",
    );
  });

  test("a container that takes too much memory is told as such", async () => {
    const image = "lab/oom:1";
    if (!(await engine.findImage(image))) {
      await engine.pullImage(image, { signal: AbortSignal.timeout(60_000), onProgress: () => {} });
    }
    const id = await givenRunning({ image }, { memoryMb: 32 });
    const container = await settled(bench, id, ({ state }) => state === "exited", 40_000);
    expect(container).toMatchObject({ oomKilled: true, exitCode: 137 });
  });

  test("a port that a program of the machine holds is taken, too", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const ports = [{ containerPort: 80, protocol: "tcp" as const, hostIp: "127.0.0.1", hostPort: port }];
    const id = await given(images.idle, { ports });
    await expect(engine.startContainer(id)).rejects.toMatchObject({
      kind: "port-taken",
      message: expect.stringContaining(`Port ${port}`),
    });
    await new Promise((resolve) => server.close(resolve));
    await engine.startContainer(id);
    expect((await engine.inspectContainer(id))?.state).toBe("running");
  });

  test("output beyond 64 KiB is cut, and the command still ends", async () => {
    const id = await givenRunning(images.idle);
    const { stdout, exitCode } = await engine.exec(id, ["head", "-c", "1000000", "/dev/zero"], limit);
    expect([stdout.length, exitCode]).toEqual([64 * 1024, 0]);
  });

  test("two removals at once both end well", async () => {
    const id = await givenRunning(images.stubborn);
    await Promise.all([
      engine.removeContainer(id),
      engine.removeContainer(id),
      pause(5).then(() => engine.removeContainer(id)),
    ]);
    expect(await engine.inspectContainer(id)).toBeUndefined();
  });

  test("making one network many times at once makes one", async () => {
    const name = freshName();
    await Promise.all(Array.from({ length: 4 }, () => engine.ensureNetwork(name, labels)));
    const connection = openConnection(testEngineAddress());
    const networks = await request<{ Name: string }[]>(connection, {
      method: "GET",
      path: "/networks",
      doing: { what: "list" },
    });
    expect(networks.filter((network) => network.Name === name)).toHaveLength(1);
    await engine.removeNetwork(name);
  });
});
