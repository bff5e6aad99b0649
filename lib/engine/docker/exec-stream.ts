import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkArgv, checkName } from "../check";
import { EngineError, type ExecStreamOptions } from "../engine";
import type { Connection } from "./connect";
import { createSink } from "./exec";
import { frames } from "./framing";
import { type Call, request, stream } from "./request";

const COMPLAINT_BYTES = 4 * 1024;

/** Runs argv inside a running container, its streams passed on as they come: with input, over a connection of its own. */
export async function* execStream(
  connection: Connection,
  id: string,
  argv: readonly string[],
  { signal, input, user }: ExecStreamOptions,
): AsyncGenerator<Buffer, void, undefined> {
  checkArgv("command", argv);
  const container = checkName("container", id);
  const doing = { what: "run a command in", container };
  const { Id } = await request<{ Id: string }>(connection, {
    method: "POST",
    path: `/containers/${container}/exec`,
    body: {
      ...{ Cmd: argv, User: user, Tty: false },
      ...{ AttachStdin: input !== undefined, AttachStdout: true, AttachStderr: true },
    },
    doing,
    signal,
  });
  const start = { method: "POST", path: `/exec/${Id}/start`, body: START, doing, signal } as const;
  const complaint = createSink(COMPLAINT_BYTES);
  for await (const frame of frames(input ? talk(connection, start, input) : stream(connection, start))) {
    if (frame.stream === "stdout") yield frame.payload;
    else complaint.take(frame);
  }
  const path = `/exec/${Id}/json`;
  const { ExitCode } = await request<{ ExitCode: number | null }>(connection, {
    ...{ method: "GET", path, doing, signal },
  });
  if (ExitCode === 0) return;
  const said = complaint.text().trim().split("\n").at(-1);
  const sentence = `"${argv[0]}" ended with ${ExitCode ?? "no result"} inside the container${said ? `: ${said}` : "."}`;
  throw new EngineError("command-failed", sentence);
}

const START = { Detach: false, Tty: false };

/** Sends the input and yields what comes back, until the program ends. */
async function* talk(connection: Connection, start: Call, input: AsyncIterable<Buffer>) {
  const { signal } = start;
  const socket = await request<Socket>(connection, { ...start, upgrade: { Upgrade: "tcp" } });
  let inputError: unknown;
  const watched = async function* () {
    try {
      yield* input;
    } catch (error) {
      inputError = error;
      socket.destroy();
      throw error;
    }
  };
  const stop = () => socket.destroy();
  signal?.addEventListener("abort", stop, { once: true });
  // A program may end before it has read all: that it did is told by its exit code.
  const sent = pipeline(Readable.from(watched(), { objectMode: false }), socket, { end: true }).catch(
    () => {},
  );
  try {
    yield* socket as AsyncIterable<Buffer>;
  } catch (error) {
    if (!inputError && !signal?.aborted) throw new EngineError("unreachable", LOST, { cause: error });
  } finally {
    signal?.removeEventListener("abort", stop);
    socket.destroy();
    await sent;
  }
  if (signal?.aborted) throw new EngineError("cancelled", "This was cancelled.");
  if (inputError) throw inputError;
}

const LOST = "The connection to the container engine was lost while a command ran in a container.";
