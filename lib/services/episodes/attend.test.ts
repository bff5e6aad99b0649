import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { givenProject, givenQueued, givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { notices } from "@/lib/notifications/table";
import { stopProject } from "@/lib/projects";
import { useEngine as giveEngine, LABELS } from "@/lib/servers";
import { forgetReading, readServices } from "../states";
import { serviceEpisodes } from "../table";
import { attendEpisodes } from "./attend";

givenDatabase();
const givenWorker = givenWorkers();
afterEach(() => giveEngine(undefined));

async function given() {
  const engine = createMemoryEngine({ "web:1": {}, "db:1": {} });
  giveEngine(engine);
  const owner = await givenOwner();
  const project = await givenProject(owner, [
    { name: "web", image: "web:1" },
    { name: "db", image: "db:1" },
  ]);
  const worker = await givenWorker({ engine: async () => engine });
  await untilEnded(await givenQueued(owner, project.id));
  const labels = { [LABELS.project]: project.id, [LABELS.service]: "web" };
  const [web] = await engine.listContainers(labels);
  return { engine, owner, project, worker, web: web?.id ?? "" };
}

const START = Date.now();
/** Looks at everything anew, as so many seconds after the start. */
async function lookAt(projectId: string, seconds: number) {
  forgetReading();
  await readServices(projectId);
  await attendEpisodes(new Date(START + seconds * 1000));
}
const told = async (projectId: string) =>
  (await db().select().from(notices).where(eq(notices.projectId, projectId)))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ event, about }) => `${event} ${(about as { service: string }).service}`);

test("a service that is stopped by hand is down after a minute, and its recovery is told", async () => {
  const { engine, project, web } = await given();
  await engine.stopContainer(web, 1_000);
  for (const seconds of [0, 10, 80, 90]) await lookAt(project.id, seconds);
  expect(await told(project.id)).toEqual(["service.down web"]);
  const [notice] = await db().select().from(notices).where(eq(notices.projectId, project.id));
  expect(notice?.about).toMatchObject({ reason: expect.stringMatching(/exit code|by hand/) });
  await engine.startContainer(web);
  for (const seconds of [100, 130, 165, 170]) await lookAt(project.id, seconds);
  expect(await told(project.id)).toEqual(["service.down web", "service.recovered web"]);
  for (const seconds of [180, 2_500]) await lookAt(project.id, seconds);
  expect(await db().select().from(serviceEpisodes).where(eq(serviceEpisodes.projectId, project.id))).toEqual(
    [],
  );
});

test("what people stop, and what a deployment replaces, is no outage", async () => {
  const { engine, owner, project, worker, web } = await given();
  await stopProject(owner, { projectId: project.id });
  for (const seconds of [0, 10, 100, 200]) await lookAt(project.id, seconds);
  expect(await told(project.id)).toEqual([]);
  await worker.stop();
  await givenQueued(owner, project.id);
  await engine.removeContainer(web);
  for (const seconds of [300, 310, 400, 500]) await lookAt(project.id, seconds);
  expect(await told(project.id)).toEqual([]);
});
