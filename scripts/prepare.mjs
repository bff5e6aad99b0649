// What every command needs first: dependencies, the right Node, a build. Plain Node 18, nothing installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../", import.meta.url));
const at = (...parts) => path.join(root, ...parts);

/** Runs a program in the project's folder with this terminal. @returns its exit code, 128 + n after signal n */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    // Ctrl-C reaches the child by itself; we wait for what it makes of it.
    const forward = (signal) => signal === "SIGTERM" && child.kill(signal);
    process.on("SIGINT", forward).on("SIGTERM", forward);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", forward).off("SIGTERM", forward);
      resolve(code ?? 128 + (signal === "SIGINT" ? 2 : 15));
    });
  });
}

/** Ends the process with one sentence. */
export function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Where a program on this machine reaches the server. */
export function localAddress({ host, port }) {
  const own = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${own.includes(":") ? `[${own}]` : own}:${port}`;
}

/** Installs exactly what package-lock.json says, unless it is there. */
export async function ensureDependencies() {
  if (dependenciesMatch()) return;
  console.log("Installing dependencies; this takes about a minute the first time.");
  const code = await npm(["ci"]);
  if (code !== 0) {
    fail(`Dependencies could not be installed (npm ci ended with ${code}). What it said stands above.`);
  }
  // What the build remembers of packages that were not there before would be wrong now.
  rmSync(at(".next"), { recursive: true, force: true });
}

/** Runs npm under this very Node. @returns its exit code */
function npm(words) {
  const args = [...words, "--no-audit", "--no-fund", "--loglevel=error"];
  const cli = process.env.npm_execpath;
  if (cli) return run(process.execPath, [cli, ...args]);
  return run("npm", args, { shell: process.platform === "win32" });
}

function dependenciesMatch() {
  try {
    const wanted = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(at("node_modules", ".package-lock.json"), "utf8")).packages;
    return Object.entries(wanted).every(([name, entry]) =>
      present[name] ? present[name].version === entry.version : name === "" || !isNeeded(entry),
    );
  } catch {
    return false;
  }
}

/** Of optional packages those are needed that are made for exactly this system. */
function isNeeded({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return true;
  const forUs = os?.includes(process.platform) && cpu?.includes(process.arch);
  return Boolean(forUs) && (!libc || libc.includes(isMusl() ? "musl" : "glibc"));
}

let musl;
function isMusl() {
  musl ??= existsSync("/lib") && readdirSync("/lib").some((name) => name.startsWith("ld-musl-"));
  return musl;
}

const NODE = path.join("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * Goes on in a Node that is new enough, when this one is not. It must come before the dependencies: npm leaves out
 * optional packages that the Node it runs on is too old for, and native parts of the build are such packages.
 * @returns only in a Node that is new enough
 */
export async function onProjectNode(script) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  const node = existsSync(at(NODE)) ? at(NODE) : await fetchNode();
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  process.exit(await run(node, [...process.execArgv, script, ...process.argv.slice(2)], { env }));
}

/** The Node of the dependencies alone, beside them, since they cannot be installed rightly without it. */
async function fetchNode() {
  const home = at(".cache", "node");
  const node = path.join(home, NODE);
  if (existsSync(node)) return node;
  const { version } = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages["node_modules/node"];
  console.log(`Node ${process.versions.node} is too old to run Roadstead; fetching Node ${version} for it.`);
  mkdirSync(home, { recursive: true });
  const code = await npm(["install", "--prefix", home, "--no-save", "--no-package-lock", `node@${version}`]);
  if (code !== 0 || !existsSync(node)) {
    fail(`Node ${version} could not be fetched. Install Node 22.12 or later, then start again.`);
  }
  return node;
}

const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "next.config.ts",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "tsconfig.json",
  "package-lock.json",
];
const STAMP = at(".next", "roadstead-sources");

/** Builds unless the last build was made of exactly these sources. */
export async function ensureBuild() {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  console.log("Building; this takes about half a minute after a change.");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const code = await run(process.execPath, [at("node_modules", "next", "dist", "bin", "next"), "build"], {
    env,
  });
  if (code !== 0) fail(`The build failed (${code}). What it said stands above.`);
  writeFileSync(STAMP, sources);
}

function fingerprint() {
  const hash = createHash("sha256");
  const add = (file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) {
      for (const name of readdirSync(file).sort()) add(path.join(file, name));
    } else if (!/\.test\.tsx?$/.test(file)) {
      hash.update(`${file}\0${stats.size}\0${stats.mtimeMs}\n`);
    }
  };
  for (const source of SOURCES) add(at(source));
  return hash.digest("hex");
}
