import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { parseImage } from "@/lib/app-definition/images";
import type { AppDefinition } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { LIMITS } from "@/lib/deployments/run/limits";
import { freePort, givenRealEngine } from "@/lib/deployments/run/testing";
import { givenWorkers, textsOf, untilEnded } from "@/lib/deployments/testing";
import { deleteProject } from "@/lib/projects/remove";
import { LABELS, useEngine } from "@/lib/servers";
import { curatedApps } from "./catalog";
import { installApp } from "./install";

givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
beforeAll(() => useEngine(engine));

/** The repositories that the lab has images for. */
const recipes = path.join(import.meta.dirname, "../../e2e/lab/images");
const stoodIn = new Set(
  readdirSync(recipes)
    .flatMap((name) =>
      /^REPOS="([^"]*)"$/m.exec(readFileSync(path.join(recipes, name, "recipe.sh"), "utf8"))?.[1]?.split(" "),
    )
    .flatMap((name) => (name === undefined ? [] : (parseImage(name)?.repository ?? []))),
);

/** The images that a definition names, those that its build files start from among them. */
function imagesOf({ services }: AppDefinition): string[] {
  return services.flatMap(({ image, build }) => {
    const bases = [...(build?.dockerfile ?? "").matchAll(/^FROM +(\S+)/gm)].map(([, base = ""]) => base);
    return image === undefined ? bases : [image];
  });
}

const bootable = curatedApps()
  .map(({ definition }) => definition)
  .filter((definition) => {
    const images = imagesOf(definition);
    return images.length > 0 && images.every((image) => stoodIn.has(parseImage(image)?.repository ?? ""));
  });

/** What is answered beyond the defaults, so that what it asks for is seen to happen. */
const ANSWERS: Readonly<Record<string, Record<string, Record<string, string>>>> = {
  postgresql: { postgres: { EXTENSIONS: "pg_trgm,uuid-ossp" } },
  "holding-page": { page: { TITLE: "Back soon and well", MESSAGE: "One line.\nAnother." } },
};

test("the lab stands in for the apps that show builds, prepare steps and databases", () => {
  const ids = bootable.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining(["holding-page", "postgresql", "mariadb", "valkey", "wordpress"]),
  );
});

test.each(bootable.map((definition) => [definition.id, definition] as const))(
  "%s comes up on a real engine, and leaves nothing behind",
  async (appId, definition) => {
    const owner = await givenOwner();
    await givenWorker({ engine: async () => engine, limits: LIMITS });
    const { projectId, deploymentId } = await installApp(owner, { appId, ...(await inputFor(definition)) });
    const ended = await untilEnded(deploymentId ?? "", 110_000);
    expect(ended, (await textsOf(deploymentId ?? "")).slice(-15).join("\n")).toMatchObject({
      state: "ready",
      reason: null,
    });
    await SEEN[appId]?.(projectId, deploymentId ?? "");
    await uninstall(owner, projectId);
  },
);

/** What must have happened inside, for apps that do more than start. */
const SEEN: Readonly<Record<string, (projectId: string, deploymentId: string) => Promise<void>>> = {
  "holding-page": async (projectId, deploymentId) => {
    const page = await ask(projectId, "page", ["cat", "/usr/share/nginx/html/index.html"]);
    expect(page).toContain("<h1>Back soon and well</h1>");
    expect(page).toContain("<p>One line.\nAnother.</p>");
    expect((await textsOf(deploymentId)).join("\n")).toContain("Check the configuration");
  },
  postgresql: async (projectId) => {
    const query =
      'psql -U "$POSTGRES_USER" -d "$POSTGRES_DB" -Atc "select extname from pg_extension order by 1"';
    expect(await ask(projectId, "postgres", ["sh", "-c", query])).toBe("pg_trgm\nplpgsql\nuuid-ossp");
  },
};

async function inputFor(definition: AppDefinition) {
  const [web] = (definition.endpoints ?? []).filter(({ kind }) => kind === "http");
  const endpoints =
    web && (web.allowedModes?.includes("port") ?? true)
      ? [{ service: web.service, port: web.port, mode: "port" as const, hostPort: await freePort() }]
      : undefined;
  return { settings: ANSWERS[definition.id], ...(endpoints && { endpoints }) };
}

async function ask(projectId: string, service: string, argv: string[]): Promise<string> {
  const [found] = await engine.listContainers({ [LABELS.project]: projectId, [LABELS.service]: service });
  const { stdout } = await engine.exec(found?.id ?? "", argv, { timeoutMs: 20_000 });
  return stdout.trim();
}

async function uninstall(owner: Caller, projectId: string): Promise<void> {
  const labels = { [LABELS.project]: projectId };
  const volumes = (await engine.listVolumes(labels)).map(({ name }) => name);
  await deleteProject(owner, { projectId, deleteVolumes: volumes });
  expect(await engine.listContainers(labels)).toEqual([]);
  expect(await engine.listVolumes(labels)).toEqual([]);
}
