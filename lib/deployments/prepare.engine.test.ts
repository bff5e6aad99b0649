import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import type { Engine } from "@/lib/engine/engine";
import { projects } from "@/lib/projects/table";
import { openVariable, readVariables } from "@/lib/projects/variables/stored";
import { LABELS } from "@/lib/servers";
import { cancelDeployment } from "./cancel";
import { LIMITS } from "./run/limits";
import { givenRealEngine } from "./run/testing";
import { deployments } from "./table";
import {
  givenProject,
  givenQueued,
  givenWorkers,
  projectNow,
  textsOf,
  untilDeployment,
  untilEnded,
} from "./testing";

givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();

type Steps = NonNullable<AppDefinitionInput["prepare"]>;
type Services = NonNullable<AppDefinitionInput["services"]>;

/** The real engine, which notes what is made and what is run inside. */
function watched() {
  const created: string[] = [];
  const ran: (readonly string[])[] = [];
  const watching: Engine = Object.assign(Object.create(engine) as Engine, {
    createContainer: (spec: Parameters<Engine["createContainer"]>[0]) => {
      created.push(spec.labels[LABELS.service] ?? "");
      return engine.createContainer(spec);
    },
    exec: (...[id, argv, options]: Parameters<Engine["exec"]>) => {
      ran.push(argv);
      return engine.exec(id, argv, options);
    },
  });
  return { watching, created, ran };
}

async function given(services: Services, prepare: Steps, more: { limits?: object; secrets?: boolean } = {}) {
  const { watching, created, ran } = watched();
  const owner = await givenOwner();
  const project = await givenProject(owner, services, {
    definition: { prepare },
    ...(more.secrets && { secrets: { db: { POSTGRES_PASSWORD: "a-password-nobody-prints" } } }),
  });
  await givenWorker({ engine: async () => watching, limits: { ...LIMITS, settleMs: 500, ...more.limits } });
  const inside = async (service: string, ...argv: string[]) => {
    const labels = { [LABELS.project]: project.id, [LABELS.service]: service };
    const containers = await engine.listContainers(labels);
    const running = containers.filter(({ state }) => state === "running");
    expect(running).toHaveLength(1);
    return (await engine.exec(running[0]?.id ?? "", argv, { timeoutMs: 10_000 })).stdout.trim();
  };
  const queue = () => givenQueued(owner, project.id);
  const deploy = async () => await untilEnded(await queue(), 90_000);
  return { owner, project, created, ran, inside, queue, deploy };
}

const POSTGRES = {
  name: "db",
  image: "postgres:16.4",
  volumes: ["data:/var/lib/postgresql/data"],
  healthcheck: { test: "pg_isready -U postgres -h 127.0.0.1", interval: "60s", retries: 5 },
};
const WEB = { name: "web", image: "lab/web:1.0.0" };

test("a database makes a key after its start, and everybody who names it has it in the same install", async () => {
  const { created, deploy, inside, project } = await given(
    [{ ...WEB, environment: { AUTH: "Bearer {{config:TOKEN}}" } }, POSTGRES],
    [
      {
        service: "db",
        command: `until pg_isready -q -h 127.0.0.1; do sleep 0.2; done
          psql -v ON_ERROR_STOP=1 -U postgres -c 'CREATE TABLE IF NOT EXISTS keys (key text)'`,
        capture: "table",
        mustSucceed: true,
      },
      {
        service: "db",
        command: `psql -U postgres -tA -c "INSERT INTO keys VALUES (md5(random()::text)) RETURNING 'token=' || key"`,
        capture: "token",
        capturePattern: "token=([0-9a-f]{32})",
        persistAs: { key: "TOKEN", secret: true },
        once: true,
        phase: "post-ready",
        readiness: {
          test: "psql -U postgres -tA -c 'SELECT 1 FROM keys LIMIT 1'",
          interval: 200,
          retries: 100,
        },
        mustSucceed: true,
      },
    ],
    { secrets: true },
  );
  const first = await deploy();
  expect(first).toMatchObject({ state: "ready", reason: null });
  expect(created.sort()).toEqual(["db", "db", "web", "web"]);
  const token = await inside("db", "printenv", "TOKEN");
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(await inside("web", "sh", "-c", 'printf %s "$AUTH"')).toBe(`Bearer ${token}`);
  expect(await inside("db", "psql", "-U", "postgres", "-tAc", "SELECT * FROM keys")).toBe(token);
  const stored = (await readVariables(project.id)).find(({ key }) => key === "TOKEN");
  expect(stored).toMatchObject({ source: "captured", value: null });
  expect(stored && openVariable(stored).text).toBe(token);

  const second = await deploy();
  expect(second).toMatchObject({ state: "ready" });
  expect(created).toHaveLength(6);
  expect(await inside("db", "printenv", "TOKEN")).toBe(token);
  expect(await inside("db", "psql", "-U", "postgres", "-tAc", "SELECT * FROM keys")).toBe(token);
  for (const { id } of [first, second]) {
    const [row] = await db().select().from(deployments).where(eq(deployments.id, id));
    expect(row?.snapshot?.env.db?.TOKEN?.secret).toBeDefined();
    expect(JSON.stringify([row, await textsOf(id)])).not.toContain(token);
  }
});

test("a step that must succeed fails the install with its last words, and a later one brings the old back", async () => {
  const { project, deploy, inside } = await given(
    [WEB],
    [
      {
        service: "web",
        command: `test -e /proc/1 && echo "no licence for $HOSTNAME" | sed 's/for.*/here/' >&2; exit 4`,
        capture: "licence",
        title: "Check the licence",
        mustSucceed: true,
      },
    ],
  );
  const failed = await deploy();
  expect(failed).toMatchObject({
    state: "failed",
    failedService: "web",
    reason:
      "The prepare step “Check the licence” of web failed: it ended with exit code 4. Its last line: no licence here.",
  });
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toEqual([]);
  const { definition } = (await projectNow(project.id)) ?? project;
  await setDefinition(project.id, { ...definition, prepare: [] });
  expect(await deploy()).toMatchObject({ state: "ready" });
  await setDefinition(project.id, definition);
  expect(await deploy()).toMatchObject({ state: "rolled_back", failedService: "web" });
  expect(await inside("web", "echo", "serves")).toBe("serves");
});

test("a step that hangs ends with its time, and a cancel ends it at once", async () => {
  const slow = { service: "web", command: "sleep 300", capture: "slow" };
  const { owner, project, queue, deploy } = await given([WEB], [slow], { limits: { prepareMs: 1_500 } });
  const ended = await deploy();
  expect(ended).toMatchObject({ state: "ready" });
  expect(await textsOf(ended.id)).toContain(
    "The prepare step “slow” of web failed: it did not end within 1.5 s. It is not required, so the deployment goes on.",
  );
  const { definition } = (await projectNow(project.id)) ?? project;
  const readiness = { test: "false", interval: 100, retries: 10_000 };
  await setDefinition(project.id, {
    ...definition,
    prepare: [{ ...slow, phase: "post-ready", readiness, mustSucceed: true }],
  });
  const deploymentId = await queue();
  await untilDeployment(
    deploymentId,
    ({ steps }) =>
      steps.some(({ items }) => items?.some(({ detail }) => detail === "Waits until it is ready")),
    30_000,
  );
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId, 30_000)).toMatchObject({ state: "cancelled" });
});

test("whatever a command holds, it is one argument inside the container", async () => {
  const marker = `/roadstead-marker-${process.pid}`;
  const command = `touch ${marker}; printf '%s' "a;b|c&d\`echo e\`$(echo f)" 'g"$HOME"' \\; # "`;
  const { ran, deploy, inside } = await given(
    [WEB],
    [{ service: "web", command, capture: "out", persistAs: { key: "OUT" }, mustSucceed: true }],
  );
  expect(await deploy()).toMatchObject({ state: "ready" });
  expect(ran).toContainEqual(["sh", "-c", command]);
  expect(await inside("web", "sh", "-c", 'printf %s "$OUT"')).toBe(`a;b|c&defg"$HOME";`);
  expect(existsSync(marker)).toBe(false);
});

async function setDefinition(projectId: string, definition: typeof projects.$inferSelect.definition) {
  await db().update(projects).set({ definition }).where(eq(projects.id, projectId));
}
