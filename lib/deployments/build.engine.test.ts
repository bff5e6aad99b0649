import { expect, test } from "vitest";
import { givenOwner } from "@/lib/auth/testing";
import { givenDatabase } from "@/lib/db/testing";
import { deleteProject } from "@/lib/projects/remove";
import { LABELS, useEngine } from "@/lib/servers";
import { cancelDeployment } from "./cancel";
import { LIMITS } from "./run/limits";
import { freePort, givenRealEngine } from "./run/testing";
import {
  givenProject,
  givenQueued,
  givenWorkers,
  logOf,
  textsOf,
  untilDeployment,
  untilEnded,
} from "./testing";

givenDatabase();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const worker = () => givenWorker({ engine: async () => engine, limits: LIMITS });

// Another one each time: what the builder has in its cache would not be built, and not be told, again.
const RUN = crypto.randomUUID();
const SECRET = `a-token-nobody-prints-${RUN}`;
const BASE = "FROM busybox:1.36.1";
const SERVE = `#!/bin/sh
while :; do
  printf 'HTTP/1.0 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n' | cat - /page.html | nc -l -p 8080 >/dev/null
done
`;
const WEB = {
  name: "web",
  exposed: true,
  exposedPort: 8080,
  stopGracePeriod: "1s",
  environment: { COLOR: "blue" },
  build: {
    dockerfile: `${BASE}
ARG COLOR
ARG TOKEN
COPY web/page.html worker/job.txt /
COPY web/serve.sh /serve
RUN echo "painted $COLOR with $TOKEN" && echo "$TOKEN" >&2 && echo "<p>$COLOR</p>" >> /page.html
ENTRYPOINT ["/serve"]
`,
    files: [
      { path: "page.html", content: "<h1>{{config:COLOR}}</h1>\n" },
      { path: "serve.sh", content: SERVE },
    ],
  },
};
const WORKER = {
  name: "worker",
  environment: { PACE: RUN },
  build: {
    dockerfile: `${BASE}
ARG PACE
ARG COLOR
COPY worker/job.txt /job
RUN echo "worker: $PACE and $COLOR"
CMD ["sh", "-c", "cat /job; trap 'exit 0' TERM; while :; do sleep 1 & wait $!; done"]
`,
    files: [{ path: "job.txt", content: "the job\n" }],
  },
};

async function given(services: Parameters<typeof givenProject>[1]) {
  const owner = await givenOwner();
  const hostPort = await freePort();
  const project = await givenProject(owner, services, {
    exposures: [{ service: "web", port: 8080, kind: "http", label: "Web", mode: "port", hostPort }],
    secrets: { web: { TOKEN: SECRET } },
  });
  const built = () => engine.listImages({ [LABELS.project]: project.id });
  const page = async () => (await fetch(`http://127.0.0.1:${hostPort}/`)).text();
  return { owner, project, built, page };
}

test("two services are built from one context, run, are redeployed without a build, and leave nothing", async () => {
  const { owner, project, built, page } = await given([WEB, WORKER]);
  const id = await givenQueued(owner, project.id);
  await worker();
  const ended = await untilEnded(id, 90_000);
  expect(ended).toMatchObject({ state: "ready", reason: null });
  expect(await page()).toBe("<h1>blue</h1>\n<p>blue</p>\n");

  const lines = await logOf(id);
  const of = (service: string) => lines.filter((line) => line.service === service).map(({ text }) => text);
  expect(of("web")).toContain("painted blue with ••••••");
  expect(of("web").some((text) => /^\[.*4\/4\] RUN echo "painted/.test(text))).toBe(true);
  expect(of("worker")).toEqual(expect.arrayContaining([`worker: ${RUN} and blue`, "the job"]));
  expect(JSON.stringify([lines, ended])).not.toContain(SECRET);
  expect(JSON.stringify(await built())).not.toContain(SECRET);
  expect(await built()).toHaveLength(2);

  const again = await givenQueued(owner, project.id, "manual");
  expect(await untilEnded(again, 60_000)).toMatchObject({ state: "ready" });
  expect((await textsOf(again)).filter((text) => text.startsWith("Building the image"))).toEqual([]);
  expect(await page()).toContain("blue");

  useEngine(engine);
  await deleteProject(owner, { projectId: project.id });
  expect(await built()).toEqual([]);
  expect(await engine.listContainers({ [LABELS.project]: project.id })).toEqual([]);
});

test("a source without its service's folder fails the build, and the right one is named", async () => {
  const { dockerfile } = WORKER.build;
  const unprefixed = {
    ...WORKER,
    build: { ...WORKER.build, dockerfile: dockerfile.replace("worker/job", "job") },
  };
  const { owner, project, built } = await given([WEB, unprefixed]);
  const id = await givenQueued(owner, project.id);
  await worker();
  expect(await untilEnded(id, 60_000)).toMatchObject({
    state: "failed",
    failedService: "worker",
    reason:
      "The image of worker could not be built. “COPY job.txt /job” of worker/Dockerfile copies what is not in the build context. Sources start at its root: write “worker/job.txt” for “job.txt”.",
  });
  expect(await built()).toEqual([]);
});

test("a command that fails is quoted with its exit code and its last line, secrets hidden", async () => {
  const failing = { ...WEB, build: { dockerfile: `${BASE}\nARG TOKEN\nRUN echo "no $TOKEN" >&2; exit 3` } };
  const { owner, project } = await given([failing]);
  const id = await givenQueued(owner, project.id);
  await worker();
  const ended = await untilEnded(id, 60_000);
  expect(ended).toMatchObject({ state: "failed", failedService: "web" });
  expect(ended.reason).toMatch(
    /“RUN echo .*” of web\/Dockerfile ended with exit code 3\. Its last line: no ••••••$/,
  );
  expect(JSON.stringify([ended, await logOf(id)])).not.toContain(SECRET);
});

test("cancelling in the middle of a command ends the build within seconds", async () => {
  const slow = { ...WEB, build: { dockerfile: `${BASE}\nRUN echo begun; sleep 300` } };
  const { owner, project, built } = await given([slow]);
  const deploymentId = await givenQueued(owner, project.id);
  await worker();
  await untilDeployment(
    deploymentId,
    ({ steps }) => steps.some(({ items }) => items?.some(({ detail }) => detail.includes("sleep 300"))),
    60_000,
  );
  const since = Date.now();
  await cancelDeployment(owner, { deploymentId });
  expect(await untilEnded(deploymentId)).toMatchObject({ state: "cancelled", reason: "Cancelled." });
  expect(Date.now() - since).toBeLessThan(3_000);
  expect(await built()).toEqual([]);
});
