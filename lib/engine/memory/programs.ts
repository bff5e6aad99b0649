import { setTimeout as pause } from "node:timers/promises";
import { EngineError, type ExecOptions, type ExecResult } from "../engine";
import type { Box } from "./box";

/** The few programs that every container of the memory engine has. */
export async function runProgram(
  box: Box,
  argv: readonly string[],
  options: ExecOptions,
  read: (path: string) => string | undefined,
): Promise<ExecResult> {
  const scripted = box.script.exec?.(argv, box.spec.env);
  if (scripted instanceof Promise) return await withinLimits(scripted, options);
  if (scripted) return scripted;
  const [program, first = ""] = argv;
  if (isHealthTest(box, argv)) return done(box.passesItsCheck ? 0 : 1);
  if (program === "echo") return done(0, `${argv.slice(1).join(" ")}\n`);
  if (program === "printenv") {
    const value = Object.hasOwn(box.spec.env, first) ? box.spec.env[first] : undefined;
    return value === undefined ? done(1) : done(0, `${value}\n`);
  }
  if (program === "cat") {
    const content = read(first);
    return content === undefined ? done(1, "", `cat: ${first}: no such file\n`) : done(0, content);
  }
  if (program === "sleep") return await sleep(Number(first) * 1000, options);
  return done(127, "", `${program}: not found\n`);
}

function done(exitCode: number, stdout = "", stderr = ""): ExecResult {
  return { exitCode, stdout, stderr };
}

/** The outcome of a program that takes its time, unless the caller's patience ends before. */
async function withinLimits(outcome: Promise<ExecResult>, options: ExecOptions): Promise<ExecResult> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    return await Promise.race([outcome, sleep(Number.POSITIVE_INFINITY, { ...options, signal })]);
  } finally {
    over.abort();
  }
}

async function sleep(ms: number, { timeoutMs, signal }: ExecOptions): Promise<ExecResult> {
  try {
    await pause(Math.min(ms, timeoutMs), undefined, { signal });
  } catch (error) {
    throw new EngineError("cancelled", "This was cancelled.", { cause: error });
  }
  if (ms <= timeoutMs) return done(0);
  throw new EngineError("timeout", `"sleep" did not end within ${timeoutMs / 1000} s inside the container.`);
}

/** `["CMD", …]` as its words, `["CMD-SHELL", line]` as whatever shell runs that line. */
function isHealthTest(box: Box, argv: readonly string[]): boolean {
  const [form, ...words] = box.healthcheck?.test ?? [];
  if (form === "CMD")
    return words.length === argv.length && words.every((word, index) => word === argv[index]);
  return form === "CMD-SHELL" && argv.length === 3 && argv[1] === "-c" && argv[2] === words[0];
}
