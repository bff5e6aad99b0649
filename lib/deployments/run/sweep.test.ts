import { afterAll, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import type { ContainerSpec } from "@/lib/engine/engine";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { useEngine as giveEngine, installationId, LABELS } from "@/lib/servers";
import { cancelDeployment } from "../cancel";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "../testing";
import { sweep } from "./sweep";

givenDatabase();
const givenWorker = givenWorkers();
afterAll(() => giveEngine(undefined));

test("only what is certainly nobody's is removed", async () => {
  const engine = createMemoryEngine({ "web:1": { present: true } });
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [{ name: "web", image: "web:1" }]);
  const worker = await givenWorker({ engine: async () => engine });
  const ready = await givenQueued(owner, project.id);
  await untilEnded(ready);
  await worker.stop();
  const cancelled = await givenQueued(owner, project.id);
  await cancelDeployment(owner, { deploymentId: cancelled });
  const queued = await givenQueued(owner, project.id);

  const own = { [LABELS.installation]: await installationId(), [LABELS.service]: "web" };
  await engine.ensureNetwork("net", {});
  const make = (name: string, labels: ContainerSpec["labels"]) =>
    engine.createContainer({
      name,
      labels,
      image: "web:1",
      env: {},
      volumes: [],
      files: [],
      ports: [],
      network: "net",
      aliases: [],
      restart: "no",
    });
  await make("of-nobody", {});
  await make("of-another-installation", {
    ...own,
    [LABELS.installation]: "ins_other",
    [LABELS.project]: "prj_gone",
  });
  await make("of-a-project-that-is-gone", {
    ...own,
    [LABELS.project]: "prj_gone",
    [LABELS.deployment]: "dep_gone",
  });
  await make("of-a-deployment-that-is-gone", {
    ...own,
    [LABELS.project]: project.id,
    [LABELS.deployment]: "dep_gone",
  });
  await make("of-a-cancelled-one", { ...own, [LABELS.project]: project.id, [LABELS.deployment]: cancelled });
  await make("of-one-that-waits", { ...own, [LABELS.project]: project.id, [LABELS.deployment]: queued });

  expect((await sweep()).sort()).toEqual(["of-a-cancelled-one", "of-a-project-that-is-gone"]);
  expect((await engine.listContainers({})).map(({ name }) => name).sort()).toEqual([
    "of-a-deployment-that-is-gone",
    "of-another-installation",
    "of-nobody",
    "of-one-that-waits",
    `${project.slug}-web-${ready.slice(-8)}`,
  ]);
});

test("an engine that is away is no error: the next start looks again", async () => {
  const engine = createMemoryEngine({});
  engine.goAway();
  giveEngine(engine);
  expect(await sweep()).toEqual([]);
});
