import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { projectRecord } from "@/lib/projects/on-project";
import { undeployedChanges } from "@/lib/projects/plan/undeployed";
import { deleteProject } from "@/lib/projects/remove";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { sweepCopies } from "../data/sweep-copies";
import { rollBackDeployment } from "../rollback";
import { readDeployment } from "../row";
import { deployments, volumeSnapshots } from "../table";
import { givenWorkers, untilEnded } from "../testing";
import { copiesOn, dataIn, givenInstalled, memoryEngine, stateOf, update, WEB } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
// It keeps what it finds, so that what is read tells whose data it is.
const READS = { name: "web", image: "web:reads", volumes: ["data:/data"] };

/** An app that was updated with success: `first` can be gone back to. */
async function given(service: typeof WEB = WEB) {
  const engine = memoryEngine({ "web:reads": {} });
  const installed = await givenInstalled([service]);
  const worker = await givenWorker({ engine: async () => engine });
  expect(await untilEnded(installed.first)).toMatchObject({ state: "ready" });
  const second = await update(installed.owner, installed.project.id, "web:2");
  expect(await untilEnded(second)).toMatchObject({ state: "ready" });
  return { engine, worker, second, ...installed };
}

test("going back runs the very images of then, and the project is what it was", async () => {
  const { engine, owner, project, first, second } = await given();
  const { deploymentId } = await rollBackDeployment(owner, { deploymentId: first });
  const ended = await untilEnded(deploymentId);
  expect(ended).toMatchObject({ state: "ready", trigger: "rollback" });
  const images = async (id: string) =>
    (await db().select().from(deployments).where(eq(deployments.id, id)))[0]?.snapshot?.images;
  expect(await images(deploymentId)).toEqual(await images(first));
  expect((await projectRecord(project.id)).definition.services[0]?.image).toBe("web:1");
  expect(await undeployedChanges(project.id)).toEqual([]);
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  expect(containers.map(({ labels, state }) => [labels[LABELS.deployment], state])).toEqual([
    [deploymentId, "running"],
  ]);
  // The data of the newer version was kept on the way, so that there is a way forward again.
  expect((await readDeployment(second))?.wayBack?.data?.volumes).toMatchObject([
    { name: `${project.slug}_data` },
  ]);
});

test.each([
  [false, "2"],
  [true, ""],
])("with restoreData %s the data is that of the right version", async (restoreData, content) => {
  const { engine, owner, project, first } = await given(READS);
  expect(await dataIn(engine, project.slug)).toBe("2");
  const { deploymentId } = await rollBackDeployment(owner, { deploymentId: first, restoreData });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "ready" });
  expect(await dataIn(engine, project.slug)).toBe(content);
});

test("one with data that fails returns to what ran, data and all", async () => {
  const { engine, owner, project, first, second, worker } = await given();
  await worker.stop();
  const before = await stateOf(project.id);
  let starts = 0;
  const failing = {
    ...engine,
    startContainer: async (id: string) => {
      if (starts++ > 0) return await engine.startContainer(id);
      // As if the old version had begun to write, and then died.
      await engine.startContainer(id);
      await engine.stopContainer(id, 0);
    },
  };
  await givenWorker({ engine: async () => failing });
  const { deploymentId } = await rollBackDeployment(owner, { deploymentId: first, restoreData: true });
  expect(await untilEnded(deploymentId)).toMatchObject({
    state: "rolled_back",
    reason: expect.stringContaining("What ran before (deployment 2) serves again."),
  });
  expect(await stateOf(project.id)).toEqual(before);
  expect(await dataIn(engine, project.slug)).toBe("2");
  const containers = await engine.listContainers({ [LABELS.project]: project.id });
  expect(containers.map(({ labels, state }) => [labels[LABELS.deployment], state])).toEqual([
    [second, "running"],
  ]);
});

test("what runs now, what never worked, and data that is not kept are refused in words", async () => {
  const { owner, project, first, second } = await given();
  const refused = (message: string) => ({ code: "NO_WAY_BACK", message });
  await expect(rollBackDeployment(owner, { deploymentId: second })).rejects.toMatchObject(
    refused("Deployment 2 is the one that runs now."),
  );
  const failed = await update(owner, project.id, "web:crash");
  await untilEnded(failed);
  await expect(rollBackDeployment(owner, { deploymentId: failed })).rejects.toMatchObject(
    refused("Deployment 3 never became ready, so there is nothing to go back to."),
  );
  expect((await readDeployment(failed))?.wayBack).toBeNull();
  await db().delete(volumeSnapshots);
  expect((await readDeployment(first))?.wayBack).toEqual({ data: null });
  await expect(rollBackDeployment(owner, { deploymentId: first, restoreData: true })).rejects.toMatchObject(
    refused("No copy of the data of deployment 1 is kept. Roll back without it."),
  );
});

test("copies go after the days of the setting, and those that nobody knows at once", async () => {
  const { engine, second } = await given();
  const [{ installation = "" } = {}] = (await engine.listVolumes({})).map(({ labels }) => ({
    installation: labels[LABELS.installation],
  }));
  const [kept] = await copiesOn(engine);
  await engine.ensureVolume("lost", { [LABELS.installation]: installation, [LABELS.copyOf]: "x" });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  expect(await sweepCopies(engine, installation, inDays(6.9))).toEqual(["lost"]);
  expect(await copiesOn(engine)).toEqual([kept]);
  // The only way back to data that could not be put back does not go by age.
  await db().update(deployments).set({ state: "failed" }).where(eq(deployments.id, second));
  expect(await sweepCopies(engine, installation, inDays(700))).toEqual([]);
  await db().update(deployments).set({ state: "ready" }).where(eq(deployments.id, second));
  expect(await sweepCopies(engine, installation, inDays(7.1))).toEqual([kept]);
  expect(await copiesOn(engine)).toEqual([]);
});

test("uninstalling takes the copies along, and keeps the data that was not named", async () => {
  const { engine, owner, project } = await given();
  expect(await copiesOn(engine)).toHaveLength(1);
  giveEngine(engine);
  const { keptVolumes } = await deleteProject(owner, { projectId: project.id });
  giveEngine(undefined);
  expect(keptVolumes).toEqual([`${project.slug}_data`]);
  expect((await engine.listVolumes({})).map(({ name }) => name)).toEqual(keptVolumes);
});
