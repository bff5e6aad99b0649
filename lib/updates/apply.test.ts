import { expect, test } from "vitest";
import { givenDatabase } from "@/lib/db/testing";
import { givenInstalled, memoryEngine } from "@/lib/deployments/change/testing";
import { givenWorkers, untilEnded } from "@/lib/deployments/testing";
import { projectRecord } from "@/lib/projects/on-project";
import { patchProject } from "@/lib/projects/patch";
import { applyUpdate } from "./apply";
import { writeFact } from "./facts";
import { listUpdates } from "./list";

givenDatabase();
const givenWorker = givenWorkers();
const OLD = "docker.io/example/web:1.0.0";
const NEW = "docker.io/example/web:1.1.0";

async function given(newerTag: string | null) {
  const engine = memoryEngine({ [OLD]: {}, [NEW]: {} });
  const installed = await givenInstalled([{ name: "web", image: OLD }]);
  await givenWorker({ engine: async () => engine });
  await untilEnded(installed.first);
  const { digest } = await engine.pullImage(NEW, { signal: AbortSignal.timeout(5_000), onProgress() {} });
  await engine.removeImage(NEW);
  const newer = newerTag && { newerTag, newerDigest: digest ?? null };
  await writeFact({
    ...{ repository: "docker.io/example/web", tag: "1.0.0", credentialId: null, checkedAt: new Date() },
    ...(newer || { newerTag: null, newerDigest: null }),
  });
  return { ...installed, digest };
}

test("applying runs the version that the comparison found, and the project is newer", async () => {
  const { owner, project, digest } = await given("1.1.0");
  const answer = await applyUpdate(owner, { projectId: project.id });
  expect(answer).toEqual({ deployment_id: expect.stringMatching(/^dep_/), project_id: project.id });
  const ended = await untilEnded(answer.deployment_id);
  expect(ended).toMatchObject({ state: "ready", trigger: "update", services: [{ digest }] });
  expect((await projectRecord(project.id)).definition.services[0]?.image).toBe(NEW);
  await expect(applyUpdate(owner, { projectId: project.id })).rejects.toMatchObject({
    code: "NOTHING_TO_UPDATE",
  });
});

test("a pinned project is told as such, and is not updated", async () => {
  const { owner, project } = await given("1.1.0");
  const projectId = project.id;
  expect(await patchProject(owner, { projectId, pinned: true })).toMatchObject({ pinned: true });
  expect((await listUpdates(owner, { projectId })).data).toMatchObject([{ behind: true, pinned: true }]);
  await expect(applyUpdate(owner, { projectId })).rejects.toMatchObject({ code: "PROJECT_PINNED" });
  expect(await patchProject(owner, { projectId, pinned: false })).toMatchObject({ pinned: false });
  const { deployment_id } = await applyUpdate(owner, { projectId });
  expect(await untilEnded(deployment_id)).toMatchObject({ state: "ready" });
});

test("with nothing newer there is nothing to apply", async () => {
  const { owner, project } = await given(null);
  await expect(applyUpdate(owner, { projectId: project.id })).rejects.toMatchObject({
    code: "NOTHING_TO_UPDATE",
  });
});
