import { spawn } from "node:child_process";
import { open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { edgeAnswers } from "./admin";
import { EdgeError } from "./error";
import { edgeFolder, edgeProgram, makeFolders, surroundings } from "./place";

const START_MS = 15_000;

/**
 * Starts the edge with a configuration. It goes on when Roadstead ends, as the apps do, and is found again by its
 * socket. Whoever calls has made sure that none runs and that nobody else starts one.
 * @throws EdgeError that says why it did not come up
 */
export async function startEdge(config: object): Promise<void> {
  const program = edgeProgram();
  if (!program) throw new EdgeError("Caddy is not on this machine. Install it, then restart Roadstead.");
  const folder = edgeFolder();
  const { socket } = surroundings();
  // Longer names are cut by the kernel (unix(7)).
  if (Buffer.byteLength(socket) > 100) {
    throw new EdgeError(
      "The path of the data folder is too long for the edge. Set a shorter ROADSTEAD_DATA_DIR.",
    );
  }
  await makeFolders();
  await rm(socket, { force: true });
  const file = path.join(folder, "edge.json");
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  const said = path.join(folder, "start.log");
  const output = await open(said, "w", 0o600);
  const child = spawn(program, ["run", "--config", file], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", output.fd, output.fd],
    env: { NODE_ENV: "production", HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let ended: Error | undefined;
  child.once("error", (error) => {
    ended = error;
  });
  child.once("exit", (code, signal) => {
    ended = new Error(`it ended with ${code ?? signal}`);
  });
  child.unref();
  try {
    const giveUpAt = performance.now() + START_MS;
    while (!(await edgeAnswers())) {
      if (ended) throw await whyNot(said, ended);
      if (performance.now() > giveUpAt)
        throw new EdgeError("The edge did not start within 15 s. It is tried again.");
      await pause(50);
    }
  } finally {
    await output.close();
  }
}

async function whyNot(file: string, cause: Error): Promise<EdgeError> {
  const text = await readFile(file, "utf8").catch(() => "");
  const last = text.trim().split("\n").at(-1) ?? "";
  return last ? EdgeError.said(last) : new EdgeError("The edge could not be started.", { cause });
}
