// npm start: from a clone to a served address. Until dependencies are there, plain Node 18 must be able to run it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { ensureBuild, ensureDependencies, fail, localAddress, onProjectNode, root } from "./prepare.mjs";

await onProjectNode(fileURLToPath(import.meta.url));
await ensureDependencies();
process.chdir(root);
await import("./typescript.mjs");

const settings = await readSettings();
await refuseTakenPort(settings);
await ensureBuild();
await serve(settings);
const address = settings.publicUrl ?? localAddress(settings);
console.log(
  `Roadstead is at ${address} (ready after ${(performance.now() / 1000).toFixed(1)} s). Ctrl-C stops it.`,
);
await guideFromTerminal();

/** In a process of its own: what it loads to look for an engine would stay in the server's memory for good. */
async function guideFromTerminal() {
  const guide = spawn(process.execPath, [fileURLToPath(new URL("guide.mjs", import.meta.url))], {
    stdio: "inherit",
  });
  const end = () => guide.kill();
  process.once("exit", end);
  const [, signal] = await once(guide, "close");
  process.off("exit", end);
  // A prompt reads Ctrl-C by itself; it means all of Roadstead.
  if (signal === "SIGINT") process.kill(process.pid, "SIGINT");
}

async function readSettings() {
  process.env.NODE_ENV = "production";
  const { settings, SettingsError } = await import("../lib/settings.ts");
  try {
    return settings();
  } catch (error) {
    if (error instanceof SettingsError) fail(error.message, 2);
    throw error;
  }
}

async function refuseTakenPort({ host, port }) {
  const { createServer } = await import("node:net");
  const error = await new Promise((resolve) => {
    const probe = createServer().once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (!error) return;
  if (error.code === "EACCES")
    fail(`Port ${port} may only be used by root. Choose another: PORT=3000 npm start`);
  if (error.code === "EADDRNOTAVAIL") fail(`HOST=${host} is not an address of this machine.`);
  if (error.code !== "EADDRINUSE") throw error;
  const here = localAddress({ host, port });
  const ours = await fetch(`${here}/api/health`, { signal: AbortSignal.timeout(2000) })
    .then(async (response) => response.headers.get("x-roadstead") !== null)
    .catch(() => false);
  if (ours) fail(`Roadstead is running already, at ${here}. Open that address, or stop it first.`);
  fail(
    `Port ${port} is used by another program. Stop that, or choose another port: PORT=${port + 1} npm start`,
  );
}

async function serve({ host, port }) {
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const { createServer } = await import("node:http");
  const { default: next } = await import("next");
  const { ignoreGoneClients } = await import("../lib/http/gone-clients.ts");
  ignoreGoneClients();
  const app = next({ dev: false, dir: root, hostname: host, port });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  // The first answer waits for the boot (instrumentation.ts: database, schema, worker), and a boot that fails ends
  // the process: only now is it true that Roadstead is there.
  await fetch(`${localAddress({ host, port })}/api/health`);
}
