import { describe, expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { projectRecord } from "@/lib/projects/on-project";
import { LABELS } from "@/lib/servers";
import { LIMITS } from "../run/limits";
import { givenRealEngine, givenWire, givenWorkerProcess, leasesRunOut } from "../run/testing";
import { givenWorkers, logOf, untilDeployment, untilEnded } from "../testing";
import { queueUpdate } from "./queue-update";
import { copiesOn, givenInstalled, stateOf } from "./testing";

const database = givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const limits = { ...LIMITS, watchMs: 1_500 };
const nextWorker = () => givenWorker({ engine: async () => engine, limits });

const UNTIL_ASKED = "trap 'exit 0' TERM; while :; do sleep 1 & wait $!; done";
/** A version that writes which one it is into its volume, beside what earlier ones have written. */
const writing = (version: string, then = UNTIL_ASKED) => [
  ...["sh", "-c"],
  `echo ${version} > /data/version; echo ${version} >> /data/all; chown 70:70 /data/all; ${then}`,
];
const WEB = {
  name: "web",
  image: "busybox:1.36.1",
  commandArgv: writing("1"),
  volumes: ["data:/data"],
  healthcheck: { test: ["CMD", "test", "-s", "/data/version"] },
};
const GOOD = writing("2");
const BAD = writing("bad", "echo cannot go on; exit 3");

async function given() {
  const installed = await givenInstalled([WEB]);
  const worker = await nextWorker();
  expect(await untilEnded(installed.first, 90_000)).toMatchObject({ state: "ready" });
  await worker.stop();
  return { ...installed, before: await stateOf(installed.project.id) };
}

/** @param restart left out, the engine starts a version that ends a few times more before it counts as broken */
async function queue(
  { owner, project }: Awaited<ReturnType<typeof given>>,
  commandArgv: string[],
  restart?: "no",
) {
  const record = await projectRecord(project.id);
  const services = record.definition.services.map((one) => ({ ...one, commandArgv, restart }));
  return (await queueUpdate(owner, record, { definition: { ...record.definition, services } })).id;
}

async function dataOf(projectId: string) {
  const [container] = await engine.listContainers({ [LABELS.project]: projectId });
  const line = "cat /data/version /data/all; stat -c %u /data/all";
  const { stdout } = await engine.exec(container?.id ?? "", ["sh", "-c", line], { timeoutMs: 10_000 });
  return stdout.split("\n").filter(Boolean);
}

async function runningOf(projectId: string) {
  const containers = await engine.listContainers({ [LABELS.project]: projectId });
  return containers.map(({ labels, state }) => [labels[LABELS.deployment], state]);
}

async function expectUpdated({ project }: Awaited<ReturnType<typeof given>>, id: string) {
  expect(await untilEnded(id, 90_000)).toMatchObject({ state: "ready", reason: null });
  expect(await runningOf(project.id)).toEqual([[id, "running"]]);
  const [service] = (await projectRecord(project.id)).definition.services;
  expect(service?.commandArgv).toEqual(GOOD);
  const [version, ...all] = await dataOf(project.id);
  expect([version, all[0], all.at(-1)]).toEqual(["2", "1", "70"]);
  expect(await copiesOn(engine)).toHaveLength(1);
}

async function expectAsItWas({ project, first, before }: Awaited<ReturnType<typeof given>>, id: string) {
  const ended = await untilEnded(id, 90_000);
  expect(ended).toMatchObject({ state: "rolled_back", failedService: "web" });
  expect(ended.reason).toMatch(
    /^web ended with exit code 3.* What ran before \(deployment 1\) serves again\.$/,
  );
  expect((await logOf(id)).map(({ text }) => text)).toContain("cannot go on");
  expect(await runningOf(project.id)).toEqual([[first, "running"]]);
  expect(await stateOf(project.id)).toEqual(before);
  const [version, ...all] = await dataOf(project.id);
  expect([version, all.includes("bad"), all.at(-1)]).toEqual(["1", false, "70"]);
  expect(await copiesOn(engine)).toEqual([]);
}

async function dropCopies() {
  for (const name of await copiesOn(engine)) await engine.removeVolume(name);
}

/** What is asked of the engine when the process is killed. */
type Moment = (slug: string, first: string) => RegExp;

async function killedAt(moment: Moment, commandArgv: string[]) {
  await dropCopies();
  const app = await given();
  const id = await queue(app, commandArgv, commandArgv === BAD ? "no" : undefined);
  const wire = await givenWire();
  const held = wire.hold(moment(app.project.slug, app.first.slice(-8)));
  const worker = await givenWorkerProcess(database.url(), wire.address, limits);
  await held;
  await worker.kill();
  await leasesRunOut();
  await nextWorker();
  return { app, id };
}

describe("kill -9 in the middle of an update: the next worker finishes it", () => {
  const MOMENTS: [string, Moment][] = [
    ["freeze", () => /^GET \S*\/(info|version|_ping)/],
    ["pull", () => /^GET \S*\/images\//],
    ["network", () => /^GET \S*\/networks/],
    ["data, measuring", () => /^GET \S*\/system\/df/],
    [
      "start, making the new container",
      (slug) => new RegExp(`^POST \\S*/containers/create\\?name=${slug}-web`),
    ],
    ["start, stopping the old one", () => /^POST \S*\/containers\/\w+\/stop/],
    ["data, making the copy", (slug) => new RegExp(`^POST \\S*/containers/create\\?name=${slug}_copy`)],
    ["data, copying", () => /^PUT \S*\/containers\/\S*-copied-to\/archive/],
    ["start, starting the new one", () => /^POST \S*\/containers\/\w+\/start/],
    ["health", () => /^POST \S*\/containers\/\w+\/exec/],
    ["removing the old one", () => /^DELETE \S*\/containers\/[0-9a-f]{64}/],
  ];
  test.each(MOMENTS)("%s", async (_step, moment) => {
    const { app, id } = await killedAt(moment, GOOD);
    await expectUpdated(app, id);
  });

  test("watch", async () => {
    await dropCopies();
    const app = await given();
    const id = await queue(app, GOOD);
    const wire = await givenWire();
    const worker = await givenWorkerProcess(database.url(), wire.address, { ...limits, watchMs: 60_000 });
    await untilDeployment(
      id,
      ({ steps }) => steps.some(({ name, state }) => name === "watch" && state === "running"),
      60_000,
    );
    await worker.kill();
    await leasesRunOut();
    await nextWorker();
    await expectUpdated(app, id);
  });
});

describe("a version that changes its data and ends leaves nothing of itself", () => {
  test("by itself", async () => {
    await dropCopies();
    const app = await given();
    const id = await queue(app, BAD);
    await nextWorker();
    await expectAsItWas(app, id);
  });

  const MOMENTS: [string, Moment][] = [
    ["taking the new container away", () => /^DELETE \S*\/containers\/[0-9a-f]{64}/],
    ["making the volume anew", (slug) => new RegExp(`^DELETE \\S*/volumes/${slug}_data`)],
    ["putting the data back", (slug) => new RegExp(`^PUT \\S*/containers/${slug}_data-copied-to/archive`)],
    [
      "making the old container anew",
      (slug, first) => new RegExp(`^POST \\S*/create\\?name=${slug}-web-${first}`),
    ],
  ];
  test.each(MOMENTS)("killed while %s", async (_step, moment) => {
    const { app, id } = await killedAt(moment, BAD);
    await expectAsItWas(app, id);
  });
});
