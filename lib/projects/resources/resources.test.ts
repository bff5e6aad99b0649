import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/access/refusal";
import { installApp, planInstall, showHostFit } from "@/lib/apps";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { deployProject } from "@/lib/deployments";
import { deployments } from "@/lib/deployments/table";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { changeResources, patchProject, showResources, showSettings } from "..";
import { freezeProject } from "../freeze";
import { projectRecord } from "../on-project";
import { projects } from "../table";
import { givenProject } from "../testing";
import { openVariable, readVariables } from "../variables/stored";
import { onCloud } from "./testing";

givenDatabase();

const PROFILES = {
  web: { cpuCores: 0.5, memoryMb: 256 },
  db: { cpuCores: 1, memoryMb: 1024, diskMb: 10_240 },
};

beforeAll(() => {
  useEngine(createMemoryEngine({}, { cpuCores: 4, memoryMb: 8_192 }));
  const services = (NOTES.services ?? []).map((service) => ({
    ...service,
    resources: PROFILES[service.name as keyof typeof PROFILES],
  }));
  givenCatalog({ ...NOTES, id: "sized", name: "Sized", services });
});

const answers = { appId: "sized", settings: NOTES_ANSWERS };

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

const resourcesNow = async (projectId: string) => (await projectRecord(projectId)).resources;

test("on cloud an installation saves every profile as limits; elsewhere services stay uncapped", async () => {
  const owner = await givenOwner();
  const hosted = await installApp(owner, answers);
  expect(await resourcesNow(hosted.projectId)).toEqual({});
  const plan = await onCloud(() => planInstall(owner, { ...answers, name: "Cloudy" }));
  const { projectId } = await onCloud(() => installApp(owner, { ...answers, name: "Cloudy" }));
  expect(await resourcesNow(projectId)).toEqual(PROFILES);
  expect((await freezeProject(projectId)).resources).toEqual(PROFILES);
  expect(plan.limits).toEqual([
    { service: "web", figure: "cpuCores", from: null, to: 0.5 },
    { service: "web", figure: "memoryMb", from: null, to: 256 },
    { service: "db", figure: "cpuCores", from: null, to: 1 },
    { service: "db", figure: "memoryMb", from: null, to: 1024 },
  ]);
});

test("reopening a draft fills only what nobody decided, and keeps everything else", async () => {
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, { ...answers, deploy: false });
  await changeResources(owner, { projectId, resources: { db: { memoryMb: 2048 } } });
  const before = (await readVariables(projectId)).map(openVariable);
  await onCloud(() => installApp(owner, { ...answers, projectId, deploy: false }));
  expect(await resourcesNow(projectId)).toEqual({ web: PROFILES.web, db: { memoryMb: 2048 } });
  expect((await readVariables(projectId)).map(openVariable)).toEqual(before);
  // That something has no limit was decided too.
  await changeResources(owner, { projectId, resources: { db: { memoryMb: null } } });
  await onCloud(() => installApp(owner, { ...answers, projectId }));
  expect(await resourcesNow(projectId)).toEqual({ web: PROFILES.web, db: {} });
});

test("retrying an installation that failed fills what is missing; what has worked is never resized", async () => {
  const owner = await givenOwner();
  const { projectId, deploymentId } = await installApp(owner, answers);
  const set = (state: "failed" | "ready") =>
    db()
      .update(deployments)
      .set({ state })
      .where(eq(deployments.id, deploymentId ?? ""));
  await changeResources(owner, { projectId, resources: { web: { cpuCores: 2 } } });
  await set("ready");
  await onCloud(() => deployProject(owner, { projectId, trigger: "retry" }));
  expect(await resourcesNow(projectId)).toEqual({ web: { cpuCores: 2 } });
  await set("failed");
  await onCloud(() => deployProject(owner, { projectId, trigger: "retry" }));
  expect(await resourcesNow(projectId)).toEqual({ web: { cpuCores: 2 }, db: PROFILES.db });
});

test("limits change all or none, and each wrong figure is told beside its field", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, answers);
  const change = (resources: Parameters<typeof changeResources>[1]["resources"]) =>
    changeResources(owner, { projectId, resources });
  const paths = async (resources: Parameters<typeof change>[0]) =>
    (await refusalOf(change(resources))).issues?.map(({ path, message }) => `${path}: ${message}`);
  expect(await paths({ web: { memoryMb: 5 }, db: { cpuCores: 0, memoryMb: 1.5 } })).toEqual([
    "resources.web.memoryMb: The engine takes no less than 6 MB.",
    "resources.db.cpuCores: The engine takes no less than 0.01 vCPU.",
    "resources.db.memoryMb: Write whole MB.",
  ]);
  expect(await paths({ web: { memoryMb: 512, cpuCores: 4.5 }, db: { memoryMb: 9_000 } })).toEqual([
    "resources.web.cpuCores: This machine has 4 vCPU. Write at most that, or leave it empty for no limit.",
    "resources.db.memoryMb: This machine has 8192 MB. Write at most that, or leave it empty for no limit.",
  ]);
  expect(await paths({ constructor: { memoryMb: 512 } })).toEqual([
    "resources.constructor: There is no service named “constructor”.",
  ]);
  expect(await resourcesNow(projectId)).toEqual({});

  const changed = await change({ web: { memoryMb: 512, cpuCores: 1.5 }, db: { memoryMb: 6 } });
  expect(changed).toMatchObject({
    data: [
      { service: "web", memoryMb: 512, cpuCores: 1.5, diskMb: null, profile: PROFILES.web },
      { service: "db", memoryMb: 6, cpuCores: null },
    ],
    capacity: { cpuCores: 4, memoryMb: 8_192 },
    needsRedeploy: true,
  });
  await change({ web: { memoryMb: null } });
  expect(await resourcesNow(projectId)).toEqual({ web: { cpuCores: 1.5 }, db: { memoryMb: 6 } });
  await change({ web: { cpuCores: null }, db: { memoryMb: null } });
  expect((await showResources(owner, { projectId })).needsRedeploy).toBe(false);
});

test("who may only read, and a stranger, change no limits", async () => {
  const owner = await givenOwner();
  const { projectId } = await givenProject(owner, answers);
  const resources = { web: { memoryMb: 512 } };
  const code = async (caller: typeof owner) =>
    (await refusalOf(changeResources(caller, { projectId, resources }))).code;
  expect(await code({ ...owner, readOnly: true })).toBe("TOKEN_READ_ONLY");
  expect(await code(await givenOwner())).toBe("NOT_FOUND");
  expect(await resourcesNow(projectId)).toEqual({});
});

test("limits and endpoints that do not run yet are counted, and what follows from them is not", async () => {
  const owner = await givenOwner();
  const endpoints = [{ service: "web", port: 8080, mode: "port" as const, hostPort: 29_101 }];
  const { projectId } = await givenProject(owner, { ...answers, endpoints });
  const undeployed = async () => (await showSettings(owner, { projectId })).undeployed;
  expect(await undeployed()).toEqual([]);
  await patchProject(owner, {
    projectId,
    endpoints: [{ service: "web", port: 8080, mode: "port", hostPort: 29_102 }],
  });
  expect(await undeployed()).toEqual([{ kind: "endpoint", service: "web", key: "8080" }]);
  await changeResources(owner, { projectId, resources: { db: { memoryMb: 512, diskMb: 9_000 } } });
  expect(await undeployed()).toEqual([
    { kind: "endpoint", service: "web", key: "8080" },
    { kind: "limit", service: "db", key: "memoryMb" },
  ]);
  await patchProject(owner, { projectId, endpoints });
  await changeResources(owner, { projectId, resources: { db: { memoryMb: null } } });
  expect(await undeployed()).toEqual([]);
});

test("the host check of a draft counts its saved limits, and on cloud tells the workspace instead", async () => {
  const owner = await givenOwner();
  const { projectId } = await installApp(owner, { ...answers, deploy: false });
  const check = () => showHostFit(owner, { appId: "sized", projectId });
  expect(await check()).toMatchObject({ minResources: null, fit: { ok: true } });
  await db()
    .update(projects)
    .set({ resources: { db: { memoryMb: 16_384 } } })
    .where(eq(projects.id, projectId));
  expect((await check()).fit).toEqual({ ok: false, memory: { needed: 16_384, available: 8_192 } });
  const refusal = await refusalOf(installApp(owner, { ...answers, projectId }));
  expect(refusal.code).toBe("HOST_RESOURCES_INSUFFICIENT");
  expect(await onCloud(check)).toEqual({
    minResources: null,
    capacity: { cpuCores: null, memoryMb: null, source: "unknown" },
    fit: { ok: true },
    workspace: { cpuCores: 1, memoryMb: 16_384 + 256 + 512, diskMb: 8_192 },
  });
});
