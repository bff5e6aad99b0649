import { describe, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { givenWire, givenWorkerProcess, leasesRunOut } from "../../run/testing";
import { untilDeployment } from "../../testing";
import { BAD, GOOD, givenLiveUpdates, limits, MOMENTS, type Moment } from "./testing";

const database = givenDatabase();
const { nextWorker, given, queue, dropCopies, expectUpdated, expectAsItWas } = givenLiveUpdates();

async function killedAt(moment: Moment, commandArgv: string[]) {
  await dropCopies();
  const app = await given();
  const id = await queue(app, commandArgv, commandArgv === BAD ? { restart: "no" } : {});
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
  const removing: Moment = () => /^DELETE \S*\/containers\/[0-9a-f]{64}/;
  test.each([...MOMENTS, ["removing the old one", removing] as const])("%s", async (_step, moment) => {
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

  const BACK: [string, Moment][] = [
    ["taking the new container away", () => /^DELETE \S*\/containers\/[0-9a-f]{64}/],
    ["making the volume anew", (slug) => new RegExp(`^DELETE \\S*/volumes/${slug}_data`)],
    ["putting the data back", (slug) => new RegExp(`^PUT \\S*/containers/${slug}_data-copied-to/archive`)],
    [
      "making the old container anew",
      (slug, first) => new RegExp(`^POST \\S*/create\\?name=${slug}-web-${first}`),
    ],
  ];
  test.each(BACK)("killed while %s", async (_step, moment) => {
    const { app, id } = await killedAt(moment, BAD);
    await expectAsItWas(app, id);
  });
});
