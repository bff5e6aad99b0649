import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { freePort } from "./roadstead";

const ROOT = path.resolve(import.meta.dirname, "..");

/** A program in a real terminal, with somebody who types. */
export type Terminal = {
  url: string;
  process: ChildProcess;
  /** Everything the terminal has shown. */
  screen(): string;
  type(text: string): void;
  /** @returns the program's exit code, when it has ended */
  ended: Promise<number | null>;
};

export const CTRL_C = "\x03";
export const CTRL_D = "\x04";
export const ENTER = "\r";

/**
 * Runs a command in a terminal of its own (`script`, from util-linux), with Roadstead's settings on `dataDir`.
 * @param command is a fixed text of the spec: it goes through a shell
 */
export async function openTerminal(
  command: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Terminal> {
  const port = await freePort();
  // Without the exec a shell such as dash would stay in between, and answer Ctrl-C with an exit code of its own.
  const inTerminal = ["--quiet", "--flush", "--return", "--command", `exec ${command}`, "/dev/null"];
  const child = spawn("script", inTerminal, {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, TERM: "xterm", PORT: String(port), ROADSTEAD_DATA_DIR: dataDir, ...env },
  });
  let shown = "";
  child.stdout.on("data", (chunk) => (shown += chunk));
  child.stderr.on("data", (chunk) => (shown += chunk));
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    screen: () => shown,
    type: (text) => void child.stdin.write(text),
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
}
