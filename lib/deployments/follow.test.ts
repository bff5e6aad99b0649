import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { createMemoryEngine } from "@/lib/engine/memory/memory-engine";
import { deployProject } from "./deploy";
import { followDeployment } from "./follow";
import { listDeployments } from "./list";
import { listDeploymentLogs } from "./list-logs";
import { showDeployment } from "./show";
import { givenProject, givenQueued, givenWorkers, logOf, untilDeployment, untilEnded } from "./testing";

givenDatabase();
const givenWorker = givenWorkers();
const CHECK = { test: ["CMD", "healthy"] };
const SERVICES = [{ name: "web", image: "web:1", healthcheck: CHECK }];
const engine = createMemoryEngine({
  "web:1": {
    pullMs: 400,
    healthyAfterMs: 500,
    logs: ["one", { text: "two", afterMs: 200 }, { text: "three", afterMs: 300 }],
  },
});

type Followed = Parameters<typeof followDeployment>;

/** Follows to the end. @returns the ids of the lines, and the states as they came */
async function followed(caller: Followed[0], input: Followed[1], signal: AbortSignal, onEvent = () => {}) {
  const lines: { id: string | undefined; text: string }[] = [];
  const states: string[] = [];
  for await (const { id, data } of await followDeployment(caller, input, signal)) {
    onEvent();
    if ("text" in data) lines.push({ id, text: data.text });
    else states.push(data.state);
  }
  return { lines, states };
}

// The row is read at most once a second, so that a state which passes quicker may not be seen.
test("a follower sees every line once and in order, states as they follow, the last for certain", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const deploymentId = await givenQueued(owner, project.id);
  const begun = Promise.withResolvers<void>();
  const following = followed(owner, { deploymentId }, new AbortController().signal, begun.resolve);
  await begun.promise;
  await givenWorker({ engine: async () => engine });
  const { lines, states } = await following;
  const stored = await logOf(deploymentId);
  expect(lines).toEqual(stored.map(({ seq, text }) => ({ id: String(seq), text })));
  const order = ["queued", "building", "deploying", "ready"];
  expect(states.map((state) => order.indexOf(state))).toEqual(
    states.map((state) => order.indexOf(state)).toSorted(),
  );
  expect([states.at(0), states.at(-1)]).toEqual(["queued", "ready"]);
});

test("who comes back with the last event's id gets exactly the rest", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  const first = new AbortController();
  const seen: string[] = [];
  for await (const { id } of await followDeployment(owner, { deploymentId }, first.signal)) {
    if (id) seen.push(id);
    if (seen.length === 3) break;
  }
  const lastEventId = seen.at(-1);
  const { lines } = await followed(owner, { deploymentId, lastEventId }, new AbortController().signal);
  expect([...seen, ...lines.map(({ id }) => id)]).toEqual(
    (await logOf(deploymentId)).map(({ seq }) => String(seq)),
  );
});

test("a browser that goes away ends its stream at once, and the deployment does not care", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const deploymentId = await givenQueued(owner, project.id);
  const closing = new AbortController();
  const following = followed(owner, { deploymentId }, closing.signal);
  await givenWorker({ engine: async () => engine });
  await untilDeployment(deploymentId, ({ state }) => state === "deploying");
  const since = Date.now();
  closing.abort();
  await following;
  expect(Date.now() - since).toBeLessThan(500);
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "ready" });
});

test("an ended deployment is told whole, at once", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  await untilEnded(deploymentId);
  const { lines, states } = await followed(
    owner,
    { deploymentId, lastEventId: "nonsense" },
    new AbortController().signal,
  );
  expect(lines).toHaveLength((await logOf(deploymentId)).length);
  expect(states).toEqual(["ready"]);
});

test("the log is read in pages", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  await untilEnded(deploymentId);
  const first = await listDeploymentLogs(owner, { deploymentId, limit: 4 });
  expect(first.data).toHaveLength(4);
  const rest = await listDeploymentLogs(owner, { deploymentId, cursor: first.nextCursor });
  expect([...first.data, ...rest.data]).toEqual(await logOf(deploymentId));
  expect(rest.nextCursor).toBeUndefined();
});

test("a second click answers the deployment that waits already", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => deployProject(owner, { projectId: project.id })),
  );
  expect(new Set(clicks.map(({ deploymentId }) => deploymentId)).size).toBe(1);
  expect((await listDeployments(owner, { projectId: project.id })).data).toMatchObject([
    { number: 1, trigger: "manual", state: "queued", projectName: project.name, createdBy: "Maren Hallberg" },
  ]);
});

test("deploying while one is under way queues exactly one behind it, and they run in order", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  await givenWorker({ engine: async () => engine });
  const first = await givenQueued(owner, project.id);
  await untilDeployment(first, ({ state }) => state === "deploying");
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => deployProject(owner, { projectId: project.id })),
  );
  const [second] = clicks.map(({ deploymentId }) => deploymentId);
  expect(new Set(clicks.map(({ deploymentId }) => deploymentId)).size).toBe(1);
  const [one, two] = [await untilEnded(first), await untilEnded(second ?? "")];
  expect([one.state, two.state, two.number]).toEqual(["ready", "ready", 2]);
  expect(Date.parse(two.startedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(one.finishedAt ?? ""));
});

test("a deployment never shows a secret, an envelope or the snapshot", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES, {
    secrets: { web: { PASSWORD: "do-not-tell-anybody" } },
  });
  const deploymentId = await givenQueued(owner, project.id);
  await givenWorker({ engine: async () => engine });
  await untilEnded(deploymentId);
  const told = JSON.stringify([
    await showDeployment(owner, { deploymentId }),
    await listDeployments(owner, {}),
  ]);
  for (const secret of ["do-not-tell-anybody", "v1.", "v2.", "PASSWORD", "snapshot"])
    expect(told).not.toContain(secret);
});

test("a stranger sees none of it: the same 404 as for nothing at all, and an empty list", async () => {
  const owner = await givenOwner();
  const project = await givenProject(owner, SERVICES);
  const deploymentId = await givenQueued(owner, project.id);
  const stranger = await givenOwner();
  const { signal } = new AbortController();
  for (const id of [deploymentId, `dep_${"0".repeat(20)}`]) {
    for (const verb of [showDeployment, listDeploymentLogs]) {
      await expect(verb(stranger, { deploymentId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await expect(followDeployment(stranger, { deploymentId: id }, signal)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  }
  await expect(deployProject(stranger, { projectId: project.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(deployProject({ ...owner, readOnly: true }, { projectId: project.id })).rejects.toMatchObject({
    code: "TOKEN_READ_ONLY",
  });
  expect((await listDeployments(stranger, {})).data).toEqual([]);
  expect((await listDeployments(stranger, { projectId: project.id })).data).toEqual([]);
});
