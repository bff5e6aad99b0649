// npm run bench: measures this checkout on this machine, prints the figures and writes bench/results.json.
// Figures are compared within one run only: the machine is shared, and ratios travel better than seconds.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem, type } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensureBuild, ensureDependencies, onProjectNode, root, run } from "./prepare.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
await ensureDependencies();
await import("./typescript.mjs");
await ensureBuild();
if (!process.env.DOCKER_HOST) await startLab();

const { default: autocannon } = await import("autocannon");
const { ADMIN, freePort, signInByApi } = await import("../e2e/roadstead.ts");
const { measureSignIn } = await import("../bench/sign-in.ts");
const { measureInstall } = await import("../bench/install.ts");
const { measureTokens } = await import("../bench/tokens.ts");
const { measureScan } = await import("../bench/scan.ts");
const { measureDowntime } = await import("../bench/downtime.ts");
const { measureTakeover } = await import("../bench/takeover.ts");
const { giveCatalog, measureValidation } = await import("../bench/catalog.ts");

const dataDir = mkdtempSync(path.join(tmpdir(), "roadstead-bench-"));
const results = { machine: machine(), node: process.versions.node };
results.validation = measureValidation();
const first = await start();
results.startFirstSeconds = first.seconds;
await first.stop();
const server = await start();
results.startSeconds = server.seconds;
try {
  await sleep(10_000);
  results.idleMemoryMb = memoryOf(server);
  const cookie = await signInByApi(server);
  await giveProjects(server.url, cookie, 25);
  // Before the load, which leaves a heap whose collection is another matter than hashing.
  results.signIn = await measureSignIn(server.url, ADMIN);
  results.load = {};
  for (const [name, page, headers] of [
    ["GET /api/health", "/api/health", {}],
    ["GET /api/auth/get-session", "/api/auth/get-session", { cookie }],
    ["GET /api/projects (25 rows)", "/api/projects", { cookie }],
    ["catalog page", "/apps", { cookie }],
  ]) {
    results.load[name] = await load(server.url + page, headers);
  }
  results.memoryAfterLoadMb = memoryOf(server);
  results.install = await measureInstall(server.url, cookie);
  results.downtime = await measureDowntime(server.url, cookie);
  // Before the ten thousand projects that come next, which every page would have to read.
  results.catalog = await measureCatalogs(1000);
  results.tokens = await withDatabase((url) => measureTokens(server.url, url, cookie));
  results.scan = await measureScan();
  results.takeover = await measureTakeover();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
results.aims = {
  "validation of a definition under 2 ms": results.validation.slowest.medianMs < 2,
  "catalog page of 1,000 apps under 50 ms": results.catalog.own["catalog page"].p50Ms < 50,
  "first 200 under 2 s": results.startSeconds < 2,
  "idle under 250 MB": results.idleMemoryMb.total < 250,
  "health p99 under 25 ms while signing in": results.signIn.healthMeanwhile.p99Ms < 25,
  "install ratio under 1.15": results.install.ratio < 1.15,
  "check of a token under 1 ms": results.tokens.small.full.checkP50Ms < 1,
  "check of a token with 1,000 grants under 1 ms": results.tokens.small.scoped.checkP50Ms < 1,
  "ten thousand projects keep the order of magnitude": Object.keys(results.tokens.small).every(
    (credential) => results.tokens.full[credential].p50Ms < 10 * results.tokens.small[credential].p50Ms,
  ),
  "scan of 1,000 projects with 300 images under 15 s": results.scan.seconds < 15,
  "an update with a volume is away at most 1.3 times a stop and start": results.downtime.ratio <= 1.3,
  "no request fails while a service without volumes is updated": results.takeover.failed === 0,
  "scan asks at most 8 at a time": results.scan.atOnce <= results.scan.allowedAtOnce,
};
mkdirSync(path.join(root, "bench"), { recursive: true });
writeFileSync(path.join(root, "bench", "results.json"), `${JSON.stringify(results, null, 2)}\n`);
console.log(JSON.stringify(results, null, 2));
// Drivers keep sockets open; there is nothing left to wait for.
process.exit(0);

function machine() {
  const [cpu] = cpus();
  return {
    system: type(),
    cores: cpus().length,
    cpu: cpu?.model ?? "unknown",
    memoryMb: Math.round(totalmem() / 2 ** 20),
  };
}

/** Joins the database that the server runs on. */
async function withDatabase(use) {
  process.env.ROADSTEAD_DATA_DIR = dataDir;
  const { openEmbeddedDatabase } = await import("../lib/db/embedded.ts");
  const database = await openEmbeddedDatabase(dataDir);
  try {
    return await use(database.url);
  } finally {
    await database.release();
  }
}

async function startLab() {
  await run("bash", [path.join(root, "e2e/lab/lab"), "up"]);
  await run("bash", [path.join(root, "e2e/lab/lab"), "images", "core", "apps"]);
  const { labEnv } = await import("../e2e/lab/index.ts");
  Object.assign(process.env, await labEnv());
}

/** `npm start` as people type it, timed to its first 200. */
async function start(more = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    ROADSTEAD_DATA_DIR: dataDir,
    ROADSTEAD_ADMIN_EMAIL: ADMIN.email,
    ROADSTEAD_ADMIN_PASSWORD: ADMIN.password,
    // What is measured is how fast it can be, not how often one may ask.
    ROADSTEAD_AUTH_RATE_LIMIT: "1000000",
    ROADSTEAD_API_RATE_LIMIT: "1000000",
    ...more,
  };
  const began = performance.now();
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    const ok = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) break;
    await sleep(10);
  }
  const seconds = round((performance.now() - began) / 1000);
  const stop = async () => {
    for (const { pid, command } of tree(child.pid))
      if (command.includes("scripts/start.mjs") && !command.startsWith("sh")) process.kill(pid, "SIGTERM");
    await ended;
  };
  return { url, seconds, pid: child.pid, stop };
}

/** Proportional set size (proc(5), smaps_rollup) of everything `npm start` began, in MB. */
function memoryOf(server) {
  const database = Number(
    readFileSync(path.join(dataDir, "database", "18", "postmaster.pid"), "utf8").split("\n")[0],
  );
  const sum = (pids) => round(pids.reduce((total, { pid }) => total + pss(pid), 0) / 1024);
  const node = sum(tree(server.pid));
  const postgresql = sum(tree(database));
  return { node, postgresql, total: round(node + postgresql) };
}

function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function tree(pid) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return [{ pid, command }, ...children.flatMap((child) => tree(Number(child)))];
  } catch {
    return [];
  }
}

async function giveProjects(url, cookie, count) {
  for (let number = 1; number <= count; number++) {
    const response = await fetch(`${url}/api/apps`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ appId: "whoami", name: `Bench ${number}`, deploy: false }),
    });
    if (response.status !== 201) throw new Error(`a project could not be made: ${await response.text()}`);
  }
}

/** The catalog that comes along and one of `count` apps, one visitor at a time, as a browser asks. */
async function measureCatalogs(count) {
  const folder = path.join(dataDir, "catalog-of-many");
  giveCatalog(folder, count);
  const figures = { apps: count };
  for (const [name, more] of [
    ["bundled", {}],
    ["own", { ROADSTEAD_CATALOG_DIR: folder }],
  ]) {
    const many = await start(more);
    try {
      const headers = { cookie: await signInByApi(many), "accept-encoding": "gzip" };
      figures[name] = {
        "catalog page": await visit(many, "/apps", headers),
        "GET /api/apps/catalog": await visit(many, "/api/apps/catalog", headers),
      };
    } finally {
      await many.stop();
    }
  }
  return figures;
}

/** One request after another, and the processor time that the server spends on each. */
async function visit(server, page, headers) {
  const before = cpuMsOf(server);
  const { requests, ...times } = await load(server.url + page, headers, 1);
  return { ...times, cpuMs: round((cpuMsOf(server) - before) / requests) };
}

/** User and system time so far (proc(5), stat), in milliseconds at the usual 100 ticks a second. */
function cpuMsOf(server) {
  const ticks = tree(server.pid).map(({ pid }) => {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (.*)/s);
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    return user + system;
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

async function load(url, headers, connections = 10) {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
  const result = await autocannon({ url, headers, connections, duration: 10 });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors under load`);
  return {
    requests: result.requests.total,
    requestsPerSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

function round(value) {
  return Math.round(value * 100) / 100;
}
