import { describe, expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { connectDocker } from "@/lib/engine";
import { cancelDeployment } from "../../cancel";
import { deployProject } from "../../deploy";
import { givenWire } from "../../run/testing";
import { untilDeployment, untilEnded } from "../../testing";
import { GOOD, givenLiveUpdates, limits, MOMENTS } from "./testing";

givenDatabase();
const { engine, nextWorker, given, queue, listed, dropCopies, expectOld, expectUpdated } = givenLiveUpdates();

describe("cancelled in the middle of an update, the old version serves with its data", () => {
  test.each(MOMENTS)("at: %s", async (_step, moment) => {
    await dropCopies();
    const app = await given();
    const wire = await givenWire();
    const held = wire.hold(moment(app.project.slug, app.first.slice(-8)));
    await nextWorker(connectDocker(wire.address));
    const id = await queue(app, GOOD);
    await held;
    await cancelDeployment(app.owner, { deploymentId: id });
    wire.release();
    expect(await untilEnded(id, 90_000)).toMatchObject({ state: "cancelled" });
    await expectOld(app);
    await expect.poll(async () => (await listed(app))?.state, { timeout: 20_000 }).toBe("running");
  });

  test("while it is watched", async () => {
    await dropCopies();
    const app = await given();
    const id = await queue(app, GOOD);
    await nextWorker(engine, { ...limits, watchMs: 60_000 });
    await untilDeployment(
      id,
      ({ steps }) => steps.some(({ name, state }) => name === "watch" && state === "running"),
      60_000,
    );
    await cancelDeployment(app.owner, { deploymentId: id });
    expect(await untilEnded(id, 90_000)).toMatchObject({ state: "cancelled" });
    await expectOld(app);
  });

  test("before it has begun", async () => {
    await dropCopies();
    const app = await given();
    const id = await queue(app, GOOD);
    await cancelDeployment(app.owner, { deploymentId: id });
    expect(await untilEnded(id)).toMatchObject({ state: "cancelled" });
    await expectOld(app);
  });
});

describe("two people at once", () => {
  test("of two who apply an update one wins, and it works", async () => {
    await dropCopies();
    const app = await given();
    const both = await Promise.allSettled([queue(app, GOOD), queue(app, GOOD)]);
    const won = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(won).toHaveLength(1);
    const [lost] = both.filter((one) => one.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "PROJECT_BUSY" });
    await nextWorker();
    await expectUpdated(app, won[0] ?? "");
  });

  test("an update during a deployment, and a deployment during an update, are refused in words", async () => {
    await dropCopies();
    const app = await given();
    const { deploymentId } = await deployProject(app.owner, { projectId: app.project.id });
    await expect(queue(app, GOOD)).rejects.toMatchObject({ code: "PROJECT_BUSY" });
    const worker = await nextWorker();
    expect(await untilEnded(deploymentId, 90_000)).toMatchObject({ state: "ready" });
    await worker.stop();
    const id = await queue(app, GOOD);
    await expect(deployProject(app.owner, { projectId: app.project.id })).rejects.toMatchObject({
      code: "PROJECT_BUSY",
    });
    await nextWorker();
    await expectUpdated(app, id);
  });
});
