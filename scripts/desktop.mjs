// npm run desktop: Roadstead without a sign-in, on this machine alone, in a window of its own. Closing either ends both.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fail, localAddress } from "./prepare.mjs";

const HOST = "127.0.0.1";
const port = process.env.PORT || String(await freePort());
const url = localAddress({ host: HOST, port });

const start = fileURLToPath(new URL("start.mjs", import.meta.url));
const server = spawn(process.execPath, [...process.execArgv, start], {
  stdio: "inherit",
  env: { ...process.env, DEPLOY_MODE: "desktop", HOST, PORT: port },
});
const ended = once(server, "close");
// Ctrl-C reaches the server by itself; what is meant for this process alone is passed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => server.kill("SIGTERM"));
await Promise.race([answering(), ended]);
if (server.exitCode === null && server.signalCode === null) openWindow();
const [code] = await ended;
process.exitCode = code ?? 1;

/** Opens the window. The server ends with it, and it with the server. */
function openWindow() {
  const browser = findBrowser();
  if (!browser) {
    console.log(
      `No Chromium, Chrome or Edge was found to open a window with. Open ${url} in the browser you have,`,
    );
    console.log("or name one and start again: ROADSTEAD_BROWSER=/path/to/browser npm run desktop");
    return;
  }
  // A profile of its own: otherwise a browser that runs already takes the window over, and nobody knows when it closes.
  const profile = path.join(homedir(), ".cache", "roadstead", "window");
  const window = spawn(
    browser,
    [
      `--app=${url}/api/auth/desktop-login`,
      `--user-data-dir=${profile}`,
      "--no-first-run",
      "--no-default-browser-check",
    ],
    { stdio: "ignore" },
  );
  window.once("error", (error) =>
    console.log(`${browser} could not be started (${error.message}). Open ${url}.`),
  );
  window.once("exit", (status) => {
    if (status) {
      console.log(`${browser} ended with ${status}. Roadstead goes on at ${url}; Ctrl-C stops it.`);
    } else server.kill("SIGINT");
  });
  server.once("close", () => window.kill());
}

/** Until the server serves; a start that builds first may take minutes. */
async function answering() {
  while (server.exitCode === null && server.signalCode === null) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(200);
  }
}

function findBrowser() {
  const given = process.env.ROADSTEAD_BROWSER;
  if (given)
    return isProgram(given) ? given : fail(`ROADSTEAD_BROWSER=${given} is no program that can be started.`);
  const names = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
  ];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const programs = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap(
    (name) => process.env[name] ?? [],
  );
  const elsewhere = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ...programs.map((folder) => path.join(folder, "Google", "Chrome", "Application", "chrome.exe")),
    ...programs.map((folder) => path.join(folder, "Microsoft", "Edge", "Application", "msedge.exe")),
  ];
  return [...onPath, ...elsewhere].find(isProgram);
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve, reject) => probe.once("error", reject).listen(0, HOST, resolve));
  const { port: free } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
