// npm test: the whole suite, installing what it needs. Ends in one line: N passed, N failed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild, ensureDependencies, fail, onProjectNode, root, run } from "./prepare.mjs";
import { BROWSER_TESTS, closingLine, ENGINE_TESTS, runSuites, STATIC_CHECKS, UNIT_TESTS } from "./suites.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
await ensureDependencies();

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

await ensureBrowser();
await ensureDatabaseClient();
await ensureAuthenticator();
// The lab waits for disk and network, the rest for the processor.
const lab = ensureLab();
try {
  await ensureBuild();
  const total = await runSuites(STATIC_CHECKS);
  const environment = { ...(await lab).environment, ROADSTEAD_CHROMIUM: browser() };
  const suites = [UNIT_TESTS, ENGINE_TESTS, BROWSER_TESTS];
  process.exitCode = closingLine(await runSuites(suites, environment, total));
} finally {
  await (await lab).stop();
}

function browser() {
  return CHROMIUM.find((file) => existsSync(file));
}

async function ensureBrowser() {
  if (!browser()) await installPackage("chromium", "The browser tests need Chromium.");
}

/** The connection card is proved by the real client. */
async function ensureDatabaseClient() {
  if (spawnSync("psql", ["--version"]).status !== 0)
    await installPackage("postgresql-client", "The browser tests need psql, the client of PostgreSQL.");
}

/** Codes of a second factor are made by a program that is none of ours. */
async function ensureAuthenticator() {
  if (spawnSync("oathtool", ["--version"]).status !== 0)
    await installPackage("oathtool", "The browser tests need oathtool, an authenticator.");
}

async function installPackage(name, why) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    fail(`${why} Install it, then run npm test again.`);
  console.log(`${why} Installing ${name}.`);
  await run("apt-get", ["update", "-qq"]);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const code = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env });
  if (code !== 0) fail(`${name} could not be installed (apt-get ended with ${code}).`);
}

/**
 * Starts the lab: an engine, a registry, images. It refuses beside an engine that is not its own, and says so.
 * @returns the environment that leads to it, and what stops it unless it ran before
 */
async function ensureLab() {
  await import("./typescript.mjs");
  const script = path.join(root, "e2e", "lab", "lab");
  const lab = (...words) => run("bash", [script, ...words]);
  const { labEnv, labStatus } = await import("../e2e/lab/index.ts");
  const ranBefore = /dockerd\s+runs/.test(await labStatus());
  const stop = async () => {
    if (!ranBefore) await run("bash", [script, "down"], { stdio: "ignore" });
  };
  // A run that was killed may have left one of its faults.
  if (ranBefore) await lab("mend");
  if ((await lab("up")) !== 0) fail("The test lab did not start. What it said stands above.");
  if ((await lab("images", "core", "apps")) !== 0) {
    fail("The lab's images could not be built. What it said stands above.");
  }
  return { environment: await labEnv(), stop };
}
