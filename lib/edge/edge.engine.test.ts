import { readdir, readFile } from "node:fs/promises";
import { get as getPlain } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/caller";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { givenOwner } from "@/lib/auth/testing";
import { db } from "@/lib/db/client";
import { givenDatabase } from "@/lib/db/testing";
import { queueUpdate } from "@/lib/deployments/change/queue-update";
import { LIMITS } from "@/lib/deployments/run/limits";
import { freePort, givenRealEngine } from "@/lib/deployments/run/testing";
import { givenProject, givenQueued, givenWorkers, textsOf, untilEnded } from "@/lib/deployments/testing";
import { listDomains } from "@/lib/domains";
import { claimDomains } from "@/lib/domains/claim";
import { projectRecord } from "@/lib/projects/on-project";
import { settings } from "@/lib/settings";
import { edgeAnswers } from "./admin";
import { edgeStates } from "./table";
import { get, givenEdge, underLoad, until } from "./testing";
import { watchEdge } from "./watch";

givenDatabase();
givenEdge();
const engine = givenRealEngine();
const givenWorker = givenWorkers();
const limits = { ...LIMITS, watchMs: 2_000, settleMs: 500 };
const work = () => givenWorker({ engine: async () => engine, limits });

const watching: { stop: AbortController; done: Promise<void> }[] = [];
function givenWatch() {
  const stop = new AbortController();
  const one = { stop, done: watchEdge(stop.signal, { beatMs: 200 }) };
  watching.push(one);
  return one;
}
afterEach(async () => {
  for (const { stop, done } of watching.splice(0)) {
    stop.abort();
    await done;
  }
});

/** A web server that says its version, echoes a request's headers, and can be slow; whatever is open ends with it. */
const says = (version: string, then = "") => [
  "sh",
  "-c",
  `mkdir -p /www/cgi-bin; echo ${version} > /www/index.html
printf '#!/bin/sh\\nprintf "Content-Type: text/plain\\\\r\\\\n\\\\r\\\\n"; sleep 4; echo slow ${version}\\n' > /www/cgi-bin/slow
printf '#!/bin/sh\\nprintf "Content-Type: text/plain\\\\r\\\\n\\\\r\\\\n"; env\\n' > /www/cgi-bin/env
chmod +x /www/cgi-bin/*; trap 'exit 0' TERM; httpd -f -p 8080 -h /www & ${then} while :; do sleep 1 & wait $!; done`,
];
const web = (version: string, then?: string) => ({
  ...{ name: "web", image: "busybox:1.36.1", commandArgv: says(version, then), stopGracePeriod: "1s" },
  ...{ exposed: true, exposedPort: 8080 },
  healthcheck: { test: ["CMD", "test", "-s", "/www/index.html"] },
});

async function givenSite(owner: Caller, hostname: string) {
  const exposure = {
    ...{ service: "web", port: 8080, kind: "http" as const, label: "Web", mode: "domain" as const },
    ...{ domain: hostname, berths: [await freePort(), await freePort()] as [number, number] },
  };
  const project = await givenProject(owner, [web("one")], { exposures: [exposure] });
  await db().transaction((tx) => claimDomains(tx, owner, project.id, [exposure]));
  const first = await givenQueued(owner, project.id);
  expect(await untilEnded(first, 60_000)).toMatchObject({ state: "ready" });
  await until(async () => (await get(hostname)).text === "one\n");
  return project;
}

async function update(
  owner: Caller,
  projectId: string,
  service: NonNullable<AppDefinitionInput["services"]>[number],
) {
  const project = await projectRecord(projectId);
  const [only] = project.definition.services;
  const services = only ? [{ ...only, commandArgv: service.commandArgv }] : [];
  return (await queueUpdate(owner, project, { definition: { ...project.definition, services } })).id;
}

test("an update under 50 requests a second fails none, and neither does one that goes back", async () => {
  const owner = await givenOwner();
  givenWatch();
  await work();
  const { id } = await givenSite(owner, "load.example.test");
  const stop = await underLoad("load.example.test", 50);
  const slow = get("load.example.test", { path: "/cgi-bin/slow" });
  const second = await update(owner, id, web("two"));
  expect(await untilEnded(second, 60_000)).toMatchObject({ state: "ready" });
  expect(await textsOf(second)).toContain("load.example.test leads to this version now");
  expect(await slow).toMatchObject({ status: 200, text: "slow one\n" });

  const bad = await update(owner, id, web("bad", "sleep 2; exit 3;"));
  expect(await untilEnded(bad, 60_000)).toMatchObject({ state: "rolled_back" });
  const again = await givenQueued(owner, id, "manual");
  expect(await untilEnded(again, 60_000)).toMatchObject({ state: "ready" });
  const { answers, failures, count } = await stop();
  expect(failures).toEqual([]);
  expect([...answers.keys()].sort()).toEqual(["one", "two"]);
  expect(count).toBeGreaterThan(300);
  expect((await get("load.example.test")).text).toBe("two\n");
});

test("only known names are served, over HTTPS, and nobody says who they are but the edge", async () => {
  const owner = await givenOwner();
  givenWatch();
  await work();
  await givenSite(owner, "site.example.test");
  const plain = (host: string) =>
    new Promise<{ status?: number; location?: string }>((resolve, reject) =>
      getPlain(
        { host: "127.0.0.1", port: settings().edge.httpPort, path: "/a?b=c", headers: { host } },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        },
      ).on("error", reject),
    );
  expect(await plain("site.example.test")).toEqual({
    status: 308,
    location: `https://site.example.test:${settings().edge.httpsPort}/a?b=c`,
  });
  expect(await plain("other.example.test")).toMatchObject({ status: 404 });
  expect(await get("other.example.test", { servername: "site.example.test" })).toMatchObject({
    status: 404,
    text: "There is nothing at this address.\n",
  });
  await expect(get("other.example.test")).rejects.toThrow();
  const forged = {
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "ftp",
    "x-real-ip": "6.6.6.6",
    forwarded: "for=6.6.6.6",
    "x-forwarded-port": "1",
    "cf-connecting-ip": "6.6.6.6",
  };
  const { text } = await get("site.example.test", { path: "/cgi-bin/env", headers: forged });
  expect(text).not.toMatch(/6\.6\.6\.6|evil|ftp/);
  expect(text).toContain("HTTP_X_FORWARDED_FOR=127.0.0.1");
  expect(text).toContain("HTTP_X_FORWARDED_PROTO=https");
});

test("an edge that is killed fails no deployment, and comes back with the routes of the new version", async () => {
  const owner = await givenOwner();
  const first = givenWatch();
  await work();
  const { id } = await givenSite(owner, "killed.example.test");
  // Nobody starts it again while the deployment runs.
  first.stop.abort();
  await first.done;
  process.kill(await edgePid(), "SIGKILL");
  await until(async () => !(await edgeAnswers()));
  const second = await update(owner, id, web("two"));
  expect(await untilEnded(second, 60_000)).toMatchObject({ state: "ready" });
  expect((await textsOf(second)).join("\n")).toContain(
    "killed.example.test: action required. The edge does not answer. It is started again by itself.",
  );
  const shown = async () => (await listDomains(owner, { projectId: id })).data[0];
  expect(await shown()).toMatchObject({
    state: "action_required",
    reason: "The edge does not answer. It is started again by itself.",
  });
  givenWatch();
  await until(async () => (await get("killed.example.test")).text === "two\n");
  await until(async () => (await shown())?.findings?.route.verdict === "ok");
  expect((await shown())?.findings?.certificate).toMatchObject({ verdict: "ok" });
});

test("an edge outlives Roadstead, and is taken over as it is", async () => {
  const owner = await givenOwner();
  const before = givenWatch();
  const worker = await work();
  await givenSite(owner, "stays.example.test");
  const pid = await edgePid();
  before.stop.abort();
  await Promise.all([before.done, worker.stop()]);
  expect((await get("stays.example.test")).text).toBe("one\n");
  const since = new Date();
  givenWatch();
  await until(async () => ((await db().select().from(edgeStates))[0]?.appliedAt ?? since) > since);
  expect(await edgePid()).toBe(pid);
  expect((await get("stays.example.test")).text).toBe("one\n");
});

/** The process of this file's edge, found by the configuration that it was started with. */
async function edgePid(): Promise<number> {
  for (const pid of await readdir("/proc")) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line.includes(`${settings().dataDir}/edge/edge.json`)) return Number(pid);
  }
  throw new Error("No edge runs.");
}
