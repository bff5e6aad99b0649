import { afterAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import type { ContainerSpec } from "@/lib/engine/engine";
import { createMemoryEngine, type MemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { repairProject } from "./repair";
import { readProject } from "./show";
import { stopProject } from "./stop";

givenDatabase();
const givenWorker = givenWorkers();
afterAll(() => giveEngine(undefined));

async function givenRunning() {
  const specs: ContainerSpec[] = [];
  const memory = createMemoryEngine({ "web:1": {}, "db:1": {} });
  const engine: MemoryEngine = {
    ...memory,
    createContainer: (spec) => {
      specs.push(spec);
      return memory.createContainer(spec);
    },
  };
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(
    owner,
    [
      { name: "web", image: "web:1", dependsOn: ["db"], volumes: ["files:/files"] },
      { name: "db", image: "db:1", volumes: ["data:/data"] },
    ],
    { secrets: { web: { PASSWORD: "hunter2-hunter2" } } },
  );
  await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  const projectId = project.id;
  const containers = () => engine.listContainers({ [LABELS.project]: projectId });
  const one = async (service: string) => {
    const found = (await containers()).find(({ labels }) => labels[LABELS.service] === service);
    if (!found) throw new Error(`There is no container of ${service}.`);
    return found;
  };
  const drift = async () => {
    const { readServices } = await import("@/lib/services/states");
    await readServices(projectId);
    return (await readProject(owner, projectId)).drift;
  };
  return { engine, specs, owner, project, projectId, one, containers, drift };
}

test("what runs as it was deployed has no drift, and a repair touches nothing", async () => {
  const { owner, projectId, drift, containers, specs } = await givenRunning();
  expect(await drift()).toEqual([]);
  const before = await containers();
  const made = specs.length;
  expect(await repairProject(owner, { projectId })).toMatchObject({
    repaired: [],
    status: { state: "running" },
  });
  expect(await containers()).toEqual(before);
  expect(specs).toHaveLength(made);
});

test("a removed container is made again exactly as it was, secrets and all, and the others are not touched", async () => {
  const { engine, specs, owner, projectId, one, drift } = await givenRunning();
  const first = specs.find(({ labels }) => labels[LABELS.service] === "web");
  const db = await one("db");
  await engine.removeContainer((await one("web")).id);
  expect(await drift()).toEqual([
    { service: "web", kind: "missing", what: "The container of web was removed." },
  ]);
  const answer = await repairProject(owner, { projectId });
  expect(answer).toMatchObject({ status: { state: "running" }, repaired: [{ service: "web" }] });
  expect(specs.at(-1)).toEqual(first);
  expect(specs.at(-1)?.env.PASSWORD).toBe("hunter2-hunter2");
  expect(await one("db")).toEqual(db);
  expect(await drift()).toEqual([]);
});

test("a project whose containers and network are all gone is repaired whole, its volumes kept", async () => {
  const { engine, owner, project, projectId, containers, drift } = await givenRunning();
  for (const { id } of await containers()) await engine.removeContainer(id);
  await engine.removeNetwork(`${project.slug}_default`);
  expect(await drift()).toHaveLength(2);
  expect(await repairProject(owner, { projectId })).toMatchObject({ status: { state: "running" } });
  expect(await containers()).toHaveLength(2);
  expect((await engine.listVolumes({})).map(({ name }) => name).sort()).toEqual([
    `${project.slug}_data`,
    `${project.slug}_files`,
  ]);
});

test("a rename is taken back without a stop, and a container off its network is made again", async () => {
  const { engine, owner, project, projectId, one, drift } = await givenRunning();
  const web = await one("web");
  await engine.renameContainer(web.id, "my-own-name");
  expect(await drift()).toMatchObject([
    { kind: "renamed", what: "The container of web was renamed to my-own-name." },
  ]);
  await repairProject(owner, { projectId });
  expect(await one("web")).toMatchObject({ id: web.id, name: web.name, startedAt: web.startedAt });
  await engine.disconnectNetwork(web.id, `${project.slug}_default`);
  expect(await drift()).toMatchObject([{ kind: "changed", what: "The network of web was changed." }]);
  await repairProject(owner, { projectId });
  expect(await one("web")).toMatchObject({ name: web.name, networks: web.networks, state: "running" });
});

test("what people have stopped is made again, and stays down", async () => {
  const { engine, owner, projectId, one } = await givenRunning();
  await stopProject(owner, { projectId });
  await engine.removeContainer((await one("web")).id);
  expect(await repairProject(owner, { projectId })).toMatchObject({ status: { state: "stopped" } });
  expect((await one("web")).state).toBe("created");
});

test("a project that never ran, or is being deployed, is not repaired", async () => {
  const { owner, projectId, engine } = await givenRunning();
  const draft = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  await expect(repairProject(owner, { projectId: draft.id })).rejects.toMatchObject({
    code: "PROJECT_NOT_DEPLOYED",
  });
  engine.goAway();
  await expect(repairProject(owner, { projectId })).rejects.toMatchObject({ code: "ENGINE_UNAVAILABLE" });
});
