import { checkArgv, checkName } from "../check";
import { EngineError, type ExecOptions, type ExecResult } from "../engine";
import type { Connection } from "./connect";
import { type Frame, frames } from "./framing";
import { request, stream } from "./request";

const OUTPUT_LIMIT_BYTES = 64 * 1024;

/**
 * Runs argv inside a running container. A program that is not there ends with 126 or 127. After a time-out or a cancel the program may go on inside the
 * container: engines offer no way to end it.
 */
export async function exec(
  connection: Connection,
  id: string,
  argv: readonly string[],
  options: ExecOptions,
): Promise<ExecResult> {
  checkArgv("command", argv);
  if (argv.length === 0) throw new EngineError("other", "There is no command to run.");
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    return await run(connection, checkName("container", id), argv, { user: options.user, signal });
  } catch (error) {
    if (!timeout.aborted || options.signal?.aborted) throw error;
    const seconds = Math.round(options.timeoutMs / 100) / 10;
    const sentence = `"${argv[0]}" did not end within ${seconds} s inside the container.`;
    throw new EngineError("timeout", sentence, { cause: error });
  }
}

type RunOptions = { user?: string; signal: AbortSignal };

async function run(
  connection: Connection,
  container: string,
  argv: readonly string[],
  { user, signal }: RunOptions,
) {
  const doing = { what: "run a command in", container };
  const { Id } = await request<{ Id: string }>(connection, {
    method: "POST",
    path: `/containers/${container}/exec`,
    body: { Cmd: argv, User: user, AttachStdout: true, AttachStderr: true, Tty: false },
    doing,
    signal,
  });
  const output = { stdout: createSink(), stderr: createSink() };
  const answer = stream(connection, {
    method: "POST",
    path: `/exec/${Id}/start`,
    body: { Detach: false, Tty: false },
    doing,
    signal,
  });
  try {
    for await (const frame of frames(answer)) output[frame.stream].take(frame);
  } catch (error) {
    // Newer engines refuse a program that is not there, older ones end it with 126: the same to a caller.
    if (!(error instanceof EngineError && error.kind === "start-failed")) throw error;
    return { exitCode: 126, stdout: "", stderr: error.message };
  }
  const { ExitCode } = await request<{ ExitCode: number | null }>(connection, {
    method: "GET",
    path: `/exec/${Id}/json`,
    doing,
    signal,
  });
  return { exitCode: ExitCode ?? -1, stdout: output.stdout.text(), stderr: output.stderr.text() };
}

/** Keeps the beginning; the rest is read and thrown away, so that the program is not held up. */
export function createSink(limitBytes = OUTPUT_LIMIT_BYTES) {
  const kept: Buffer[] = [];
  let room = limitBytes;
  return {
    take({ payload }: Frame) {
      if (room > 0) kept.push(payload.subarray(0, room));
      room -= payload.length;
    },
    text: () => Buffer.concat(kept).toString("utf8"),
  };
}
