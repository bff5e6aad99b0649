// What a terminal is told after the server is up: the engine, and the first admin.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { askFirstAdmin, setupNeeded } from "./first-admin.mjs";

/** Says what is missing, and offers to mend it when somebody is there to answer. */
async function guide(settings) {
  const somebodyIsHere = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  await guideEngine(settings, somebodyIsHere);
  if (settings.authMode === "none" || !(await setupNeeded(settings))) return;
  if (!somebodyIsHere) {
    console.log("There is no admin yet. Make the first one, in this folder, with: npm run first-admin");
    return;
  }
  if (!(await askFirstAdmin(settings)))
    console.log("No admin was made. Make one later with: npm run first-admin");
}

async function guideEngine(settings, somebodyIsHere) {
  const { findEngine, installCommand } = await import("../lib/engine/index.ts");
  const places = { dockerHost: settings.dockerHost, runtimeDir: settings.runtimeDir, homeDir: homedir() };
  const answers = async () => (await findEngine(places)).found !== undefined;
  if (await answers()) return;
  const command = installCommand(readOr("/etc/os-release"), process.platform, process.getuid?.() === 0);
  console.log("No container engine answers, so nothing can be installed yet.");
  if (settings.dockerHost) console.log(`DOCKER_HOST is ${settings.dockerHost}: is that engine running?`);
  console.log(`What installs one: ${command}`);
  const mayInstall =
    somebodyIsHere && process.getuid?.() === 0 && command.startsWith("apt-get ") && !settings.dockerHost;
  if (!mayInstall) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await terminal.question("Run that command now? [Y/n] ");
  terminal.close();
  if (/^n/i.test(reply.trim())) return;
  for (const step of command.split(" && ")) {
    const [program, ...args] = step.split(" ");
    if (spawnSync(program, args, { stdio: "inherit" }).status !== 0) break;
  }
  if (await answers()) console.log("The container engine answers. Apps can be installed now.");
  else console.log("The engine is installed but does not answer yet. Start it with: service docker start");
}

function readOr(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await import("./typescript.mjs");
  const { settings } = await import("../lib/settings.ts");
  await guide(settings());
}
