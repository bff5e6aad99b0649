import { describe, expect, test } from "vitest";
import { type Bench, freePort, settled } from "./bench";

export function describeContainers(bench: Bench): void {
  describe("containers", () => {
    describeLife(bench);
    describeHealth(bench);
    describeEndings(bench);
  });
}

function describeLife(bench: Bench) {
  const { engine, images, labels, freshName, given, givenRunning } = bench;

  test("a container is created, started, stopped and started again", async () => {
    const name = freshName();
    const id = await given(images.idle, { name });
    expect(await engine.inspectContainer(id)).toMatchObject({
      id,
      name,
      labels,
      state: "created",
      health: "none",
    });
    await engine.startContainer(id);
    await engine.startContainer(id);
    const running = await engine.inspectContainer(id);
    expect(running).toMatchObject({ state: "running", image: images.idle.image, exitCode: undefined });
    expect(running?.imageId).toBe((await engine.findImage(images.idle.image))?.id);
    expect(running?.startedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await engine.stopContainer(id, 5_000);
    await engine.stopContainer(id, 5_000);
    const stopped = await engine.inspectContainer(id);
    expect(stopped).toMatchObject({ state: "exited", oomKilled: false });
    expect(stopped?.exitCode).toBeTypeOf("number");
    expect(stopped?.finishedAt).toBeInstanceOf(Date);
    await engine.startContainer(id);
    expect((await engine.inspectContainer(id))?.state).toBe("running");
  });

  test("a running container is removed at once, and a removed one is simply not there", async () => {
    const id = await givenRunning(images.idle);
    await engine.removeContainer(id);
    expect(await engine.inspectContainer(id)).toBeUndefined();
    await engine.removeContainer(id);
  });

  test("containers are found by all of their labels, stopped ones too", async () => {
    const role = freshName();
    const stopped = await given(images.idle, { labels: { ...labels, role, step: "a b=c" } });
    const running = await givenRunning(images.idle, { labels: { ...labels, role } });
    const ids = async (wanted: Record<string, string>) =>
      (await engine.listContainers({ ...labels, ...wanted })).map((each) => each.id).sort();
    expect(await ids({ role })).toEqual([stopped, running].sort());
    expect(await ids({ role, step: "a b=c" })).toEqual([stopped]);
    expect(await ids({ role, step: "a" })).toEqual([]);
  });

  test("a container takes a new name", async () => {
    const id = await givenRunning(images.idle);
    const name = freshName();
    await engine.renameContainer(id, name);
    expect((await engine.inspectContainer(id))?.name).toBe(name);
  });

  test("host ports count as held whether their container runs or not", async () => {
    const hostPort = await freePort();
    const binding = { containerPort: 8080, protocol: "tcp" as const, hostIp: "127.0.0.1", hostPort };
    const id = await given(images.healthy, { ports: [binding] });
    const held = { hostPort, protocol: "tcp", hostIp: "127.0.0.1", containerId: id };
    expect(await engine.listHostPorts()).toContainEqual(held);
    await engine.startContainer(id);
    expect(await engine.listHostPorts()).toContainEqual(held);
    expect((await engine.inspectContainer(id))?.ports).toEqual([binding]);
    await engine.stopContainer(id, 0);
    expect(await engine.listHostPorts()).toContainEqual(held);
  });
}

function describeHealth(bench: Bench) {
  const { engine, images, given, givenRunning } = bench;
  const test1 = ["CMD-SHELL", "exit 1"];

  test("a health check that passes makes a container healthy", async () => {
    const id = await givenRunning(images.healthy);
    expect((await engine.inspectContainer(id))?.health).toMatch(/starting|healthy/);
    await settled(bench, id, (container) => container.health === "healthy");
  });

  test("a health check that never passes makes it unhealthy, and it runs on", async () => {
    const healthcheck = { test: test1, intervalMs: 100, timeoutMs: 1_000, retries: 2 };
    const id = await givenRunning(images.unhealthy, { healthcheck });
    const container = await settled(bench, id, ({ health }) => health === "unhealthy");
    expect(container.state).toBe("running");
  });

  test("the image's own health check can be switched off", async () => {
    const id = await given(images.healthy, { healthcheck: { test: ["NONE"] } });
    await engine.startContainer(id);
    expect((await engine.inspectContainer(id))?.health).toBe("none");
  });
}

function describeEndings(bench: Bench) {
  const { engine, images, givenRunning } = bench;

  test("a container that ends keeps its exit code", async () => {
    const id = await givenRunning(images.crash);
    const container = await settled(bench, id, ({ state }) => state === "exited");
    expect(container).toMatchObject({ exitCode: 1, oomKilled: false, restartCount: 0 });
  });

  test("a container that fails is started again when asked to, until it is stopped", async () => {
    const id = await givenRunning(images.crash, { restart: "on-failure" });
    await settled(bench, id, ({ restartCount }) => restartCount >= 2);
    await engine.stopContainer(id, 1_000);
    expect((await engine.inspectContainer(id))?.state).toBe("exited");
  });

  test("a container that ignores the request to stop is killed after its grace", async () => {
    const id = await givenRunning(images.stubborn);
    const before = performance.now();
    await engine.stopContainer(id, 1_000);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(await engine.inspectContainer(id)).toMatchObject({ state: "exited", exitCode: 137 });
  });
}
