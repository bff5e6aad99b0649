import { beforeAll, expect, test } from "vitest";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenCatalog, NOTES, NOTES_ANSWERS } from "@/lib/apps/testing";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { openSnapshot } from "@/lib/deployments/steps/freeze";
import { createMemoryEngine } from "@/lib/engine";
import { useEngine } from "@/lib/servers";
import { replaceEnv } from "../env";
import { freezeProject } from "../freeze";
import { givenProject } from "../testing";
import { buildArguments } from "./arguments";

givenDatabase();

const [WEB, DB] = NOTES.services ?? [];

function app(
  id: string,
  dockerfile: string,
  files: { path: string; content: string }[] = [],
): AppDefinitionInput {
  const { image: _none, ...web } = WEB ?? { name: "web" };
  return {
    ...NOTES,
    id,
    name: id,
    services: [{ ...web, build: { dockerfile, files } }, ...(DB ? [DB] : [])],
  };
}

beforeAll(() => {
  useEngine(createMemoryEngine({}));
  givenCatalog(
    app(
      "built",
      "FROM a:1\nLABEL title={{config:TITLE}} mode={{config:MODE}} at={{publicUrl:web}} {{env:db:POSTGRES_USER}} {{ theirs }}",
      [
        { path: "app/conf", content: "key={{config:APP_KEY}} title={{config:TITLE}}" },
        { path: "plain", content: "nothing" },
      ],
    ),
    app("unresolved", "FROM a:{{config:NO_SUCH}}"),
    app("growing", "FROM a:1", [{ path: "big", content: "{{config:TITLE}}".repeat(20_000) }]),
  );
});

test("a build's texts are filled in with config values only, and sealed when a secret went in", async () => {
  const { projectId } = await givenProject(await givenOwner(), { appId: "built" });
  const { env, files, builds } = await freezeProject(projectId);
  expect(builds).toMatchObject([
    {
      service: "web",
      dockerfile: {
        value:
          "FROM a:1\nLABEL title=Log book mode=quiet at={{publicUrl:web}} {{env:db:POSTGRES_USER}} {{ theirs }}",
      },
      files: [
        { path: "app/conf", content: { secret: expect.any(String) } },
        { path: "plain", content: { value: "nothing" } },
      ],
    },
  ]);
  const opened = openSnapshot(projectId, { env, files, builds });
  expect(opened.builds).toMatchObject([
    {
      service: "web",
      files: [
        { path: "Dockerfile" },
        { path: "app/conf", content: `key=${opened.env.web?.APP_KEY} title=Log book` },
        { path: "plain", content: "nothing" },
      ],
    },
  ]);
});

test("a typed value is never expanded in a build file, and cannot begin an instruction", async () => {
  const owner = await givenOwner();
  const typed = async (TITLE: string) => {
    const settings = { web: { ...NOTES_ANSWERS.web, TITLE } };
    return (await givenProject(owner, { appId: "built", settings })).projectId;
  };
  const hostile = "{{config:APP_KEY}} \\ $(id)";
  const { builds } = await freezeProject(await typed(hostile));
  expect(builds?.[0]?.dockerfile.value).toContain(`title=${hostile} mode=`);
  for (const lines of ["x\nRUN id", "x\rRUN id"]) {
    const projectId = await typed("plain");
    await replaceEnv(owner, { projectId, env: [{ service: "web", key: "MODE", value: lines }] });
    await expect(freezeProject(projectId)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("web/Dockerfile asks for MODE, whose value has a line break"),
    });
  }
});

test("a placeholder that nothing fills is named with its file", async () => {
  await expect(givenProject(await givenOwner(), { appId: "unresolved" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: "web/Dockerfile cannot be filled in: nothing gives {{config:NO_SUCH}}.",
  });
});

test("a context that grows beyond 4 MiB, and arguments beyond 512 KiB, are refused by name", async () => {
  const owner = await givenOwner();
  const growing = givenProject(owner, {
    appId: "growing",
    settings: { web: { ...NOTES_ANSWERS.web, TITLE: "x".repeat(400) } },
  });
  await expect(growing).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining("web/big makes the build context larger than 4 MiB"),
  });
  const { projectId } = await givenProject(owner, { appId: "built" });
  const env = ["A", "B", "C", "D", "E"].map((key) => ({
    service: "web",
    key,
    value: `${key}`.repeat(130_000),
  }));
  await replaceEnv(owner, { projectId, env });
  await expect(freezeProject(projectId)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining("A is the longest"),
  });
});

test("a service's own variables come before those of the others, the first named before the last", () => {
  const services = [{ name: "one" }, { name: "two" }, { name: "three" }];
  const env = {
    one: { SAME: "1", FIRST: "1", BUILDKIT_SYNTAX: "evil/frontend" },
    two: { SAME: "2", FIRST: "2", MIDDLE: "2" },
    three: { SAME: "3", MIDDLE: "3", BUILDKIT_INLINE_CACHE: "1" },
  };
  expect(buildArguments(services, env, "three")).toEqual({ SAME: "3", FIRST: "1", MIDDLE: "3" });
  expect(buildArguments(services, env, "one")).toEqual({ SAME: "1", FIRST: "1", MIDDLE: "2" });
});
