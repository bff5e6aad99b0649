import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { installApp, planInstall } from "@/lib/apps";
import { givenCatalog } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { deployProject } from "@/lib/deployments";
import { givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { createMemoryEngine } from "@/lib/engine";
import { LABELS, useEngine } from "@/lib/servers";
import { replaceEnv, showProject } from "..";

givenDatabase();
const givenWorker = givenWorkers();
const engine = createMemoryEngine({ "example/base:3.21": {}, "example/db:1.0": {} });

const MURAL: AppDefinitionInput = {
  ...{ id: "mural", name: "Mural", description: "Paints.", kind: "template", logo: "mural" },
  ...{ category: "other", available: true },
  services: [
    {
      name: "web",
      environment: { COLOR: "blue" },
      build: {
        dockerfile: "ARG BASE=example/base:3.21\nFROM $BASE\nARG COLOR\nRUN echo painted $COLOR",
        files: [],
      },
    },
    { name: "db", image: "example/db:1.0" },
  ],
};

beforeAll(() => {
  useEngine(engine);
  givenCatalog(MURAL);
});

const IN_WORDS = "its own image, built from example/base:3.21";

async function deployed(owner: Caller, projectId: string) {
  const { deploymentId } = await deployProject(owner, { projectId });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "ready" });
}

test("plan, deployment and project tell what is built from which image", async () => {
  const owner = await givenOwner();
  await givenWorker({ engine: async () => engine, limits: { settleMs: 20 } });
  const plan = await planInstall(owner, { appId: "mural" });
  expect(plan.services).toMatchObject([
    { name: "web", image: IN_WORDS, build: "built", present: null, digest: null },
    { name: "db", image: "example/db:1.0", build: null, present: false },
  ]);
  const { projectId, deploymentId } = await installApp(owner, { appId: "mural" });
  expect(await untilEnded(deploymentId ?? "")).toMatchObject({
    state: "ready",
    services: [{ name: "web", image: IN_WORDS }, { name: "db" }],
  });
  expect(await showProject(owner, { projectId })).toMatchObject({
    version: "",
    services: [{ image: IN_WORDS }, {}],
  });
});

test("only the images of the last versions are kept", async () => {
  const owner = await givenOwner();
  await givenWorker({ engine: async () => engine, limits: { settleMs: 20 } });
  const { projectId, deploymentId } = await installApp(owner, { appId: "mural", name: "Often" });
  await untilEnded(deploymentId ?? "");
  for (const value of ["red", "green", "white"]) {
    await replaceEnv(owner, { projectId, env: [{ service: "web", key: "COLOR", value }] });
    await deployed(owner, projectId);
  }
  const kept = await engine.listImages({ [LABELS.project]: projectId });
  expect(kept).toHaveLength(3);
  expect(kept.flatMap(({ tags }) => tags)).not.toContain(`roadstead/often/web:${deploymentId}`);
});
