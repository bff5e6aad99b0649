import { expect } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { projectRecord } from "@/lib/projects/on-project";
import { projectStatuses } from "@/lib/projects/runtime";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { forgetReading } from "@/lib/services/states";
import { LIMITS, type Limits } from "../../run/limits";
import { givenRealEngine } from "../../run/testing";
import { givenWorkers, logOf, projectNow, untilEnded } from "../../testing";
import { queueUpdate } from "../queue-update";
import { copiesOn, givenInstalled, stateOf } from "../testing";

/** An app on the real engine whose versions write into its volume which they are, and what must hold after an update. */

/** A command that runs until it is asked to end. */
export const UNTIL_ASKED = "trap 'exit 0' TERM; while :; do sleep 1 & wait $!; done";
/** A version that writes which one it is into its volume, beside what earlier ones have written. */
export const writing = (version: string, then = UNTIL_ASKED) => [
  ...["sh", "-c"],
  `echo ${version} > /data/version; echo ${version} >> /data/all; chown 70:70 /data/all; ${then}`,
];
export const GOOD = writing("2");
export const BAD = writing("bad", "echo cannot go on; exit 3");

const WEB = {
  name: "web",
  image: "busybox:1.36.1",
  commandArgv: writing("1"),
  volumes: ["data:/data"],
  healthcheck: { test: ["CMD", "test", "-s", "/data/version"], interval: "1s" },
};

/** What is asked of the engine when something happens. */
export type Moment = (slug: string, first: string) => RegExp;

/** Where an update that works can be interrupted, in its order. */
export const MOMENTS: [string, Moment][] = [
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
];

export const limits = { ...LIMITS, watchMs: 1_500 };

async function dataOf(engine: Engine, projectId: string) {
  const [container] = await engine.listContainers({ [LABELS.project]: projectId });
  const line = "cat /data/version /data/all; stat -c %u /data/all";
  const { stdout } = await engine.exec(container?.id ?? "", ["sh", "-c", line], { timeoutMs: 10_000 });
  return stdout.split("\n").filter(Boolean);
}

async function runningOf(engine: Engine, projectId: string) {
  const containers = await engine.listContainers({ [LABELS.project]: projectId });
  return containers.map(({ labels, state }) => [labels[LABELS.deployment], state]);
}

/** Call it at top level, after `givenDatabase`. */
export function givenLiveUpdates() {
  const engine = givenRealEngine();
  const givenWorker = givenWorkers();
  const nextWorker = (through: Engine = engine, within: Partial<Limits> = limits) =>
    givenWorker({ engine: async () => through, limits: within });

  /** Version 1 is installed and serves; nobody works. */
  async function given(more: Partial<typeof WEB> = {}) {
    giveEngine(engine);
    const installed = await givenInstalled([{ ...WEB, ...more }]);
    const worker = await nextWorker();
    expect(await untilEnded(installed.first, 90_000)).toMatchObject({ state: "ready" });
    await worker.stop();
    return { ...installed, before: await stateOf(installed.project.id) };
  }
  type App = Awaited<ReturnType<typeof given>>;

  /** @param more with `restart` left out, the engine starts a version that ends a few times before it counts as broken */
  async function queue(
    { owner, project }: App,
    commandArgv: string[],
    more: { restart?: "no"; image?: string } = {},
  ) {
    const record = await projectRecord(project.id);
    const services = record.definition.services.map((one) => ({ ...one, commandArgv, ...more }));
    return (await queueUpdate(owner, record, { definition: { ...record.definition, services } })).id;
  }

  async function listed({ project }: App) {
    forgetReading();
    const now = await projectNow(project.id);
    return now && (await projectStatuses([now])).get(project.id)?.status;
  }

  /** The new version serves, with all that was stored before. */
  async function expectNew({ project }: App, id: string) {
    expect(await runningOf(engine, project.id)).toEqual([[id, "running"]]);
    const [service] = (await projectRecord(project.id)).definition.services;
    expect(service?.commandArgv).toEqual(GOOD);
    const [version, ...all] = await dataOf(engine, project.id);
    expect([version, all[0], all.at(-1)]).toEqual(["2", "1", "70"]);
    expect(await copiesOn(engine)).toHaveLength(1);
  }

  /** The old version serves, with all that was stored, and nothing of the new one. */
  async function expectOld({ project, first, before }: App) {
    expect(await runningOf(engine, project.id)).toEqual([[first, "running"]]);
    expect(await stateOf(project.id)).toEqual(before);
    const [version, ...all] = await dataOf(engine, project.id);
    expect([version, all.filter((line) => line !== "1"), all.at(-1)]).toEqual(["1", ["70"], "70"]);
    expect(await copiesOn(engine)).toEqual([]);
  }

  async function expectUpdated(app: App, id: string) {
    expect(await untilEnded(id, 90_000)).toMatchObject({ state: "ready", reason: null });
    await expectNew(app, id);
    await expect.poll(async () => (await listed(app))?.state, { timeout: 20_000 }).toBe("running");
  }

  /** After a version that changes its data and ends. */
  async function expectAsItWas(app: App, id: string) {
    const ended = await untilEnded(id, 90_000);
    expect(ended).toMatchObject({ state: "rolled_back", failedService: "web" });
    expect(ended.reason).toMatch(
      /^web ended with exit code 3.* What ran before \(deployment 1\) serves again\.$/,
    );
    expect((await logOf(id)).map(({ text }) => text)).toContain("cannot go on");
    await expectOld(app);
  }

  async function dropCopies() {
    for (const name of await copiesOn(engine)) await engine.removeVolume(name);
  }

  return {
    engine,
    ...{ nextWorker, given, queue, listed, dropCopies },
    ...{ expectNew, expectOld, expectUpdated, expectAsItWas },
  };
}
