import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { notices } from "@/lib/notifications/table";
import { givenQueued, givenWorkers, untilEnded } from "../testing";
import { givenInstalled, memoryEngine, update } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();

const toldOf = async (projectId: string) =>
  (await db().select().from(notices).where(eq(notices.projectId, projectId))).map(
    ({ event, key, about }) => ({
      ...{ event, key, about },
    }),
  );

test("the end of an update is announced with its deployment, what was deployed by hand is not", async () => {
  const engine = memoryEngine();
  const { owner, project, first } = await givenInstalled();
  await givenWorker({ engine: async () => engine });
  await untilEnded(first);
  expect(await toldOf(project.id)).toEqual([]);
  const done = await update(owner, project.id, "web:2");
  await untilEnded(done);
  expect(await toldOf(project.id)).toEqual([
    { event: "update.done", key: done, about: { from: "1", to: "2", deploymentId: done, number: 2 } },
  ]);
  const crashes = await update(owner, project.id, "web:crash");
  expect(await untilEnded(crashes)).toMatchObject({ state: "rolled_back" });
  await untilEnded(await givenQueued(owner, project.id));
  const [, rolledBack, ...rest] = await toldOf(project.id);
  expect(rest).toEqual([]);
  expect(rolledBack).toMatchObject({
    ...{ event: "update.rolled_back", key: crashes },
    about: {
      ...{ number: 3, service: "web", reason: expect.stringContaining("exit code 3") },
      lines: expect.arrayContaining(["cannot read the data"]),
    },
  });
});

test("an update that never touched what ran has failed, and is not said to be rolled back", async () => {
  const engine = memoryEngine();
  const { owner, project, first } = await givenInstalled();
  await givenWorker({ engine: async () => engine });
  await untilEnded(first);
  expect(await untilEnded(await update(owner, project.id, "web:nowhere"))).toMatchObject({ state: "failed" });
  expect(await toldOf(project.id)).toMatchObject([{ event: "update.failed", about: { lines: [] } }]);
});
