import type { IncomingMessage } from "node:http";
import { addAbortSignal, type Readable } from "node:stream";
import { EngineError, type RegistryLogin } from "../engine";
import { type Connection, patientTimeout } from "./connect";
import { type Doing, engineError, unreachable } from "./errors";
import { authOf, registryConfigOf } from "./logins";

/** One call of the Engine API. Whatever a caller names is in `query`, `body` or a checked path, never in a shell. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  /** Starts with "/"; segments are checked names or encoded. */
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A tar archive, whole or as it comes. */
  archive?: Buffer | Readable;
  /** Headers that ask for another protocol: the answer is then the bare socket. */
  upgrade?: Record<string, string | string[]>;
  /** Travels in a header of its own (Engine API, X-Registry-Auth). */
  login?: RegistryLogin;
  /** Travel in X-Registry-Config, for builds. */
  logins?: readonly RegistryLogin[];
  /** What is going on, for the sentence of a failure. */
  doing: Doing;
  signal?: AbortSignal;
};

/** Calls and reads the whole answer. @throws EngineError */
export async function request<T>(connection: Connection, call: Call): Promise<T> {
  return await watched(
    connection,
    call,
    async (signal) => (await dial(connection, call, signal, false)) as T,
  );
}

/**
 * Calls and yields the answer as it arrives. Breaking the loop closes the connection.
 * @throws EngineError: "cancelled" after the signal, "unreachable" when the engine goes away
 */
export async function* stream(connection: Connection, call: Call): AsyncGenerator<Buffer, void, undefined> {
  const watch = watchEngine(connection, call.signal);
  try {
    const answer = (await orAborted(
      dial(connection, call, watch.signal, true),
      watch.signal,
    )) as IncomingMessage;
    addAbortSignal(watch.signal, answer);
    yield* answer as AsyncIterable<Buffer>;
    // An answer cut off together with the signal may look complete.
    watch.signal.throwIfAborted();
  } catch (error) {
    throw explain(connection, call, watch, error);
  } finally {
    watch.end();
  }
}

async function watched<T>(
  connection: Connection,
  call: Call,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watch = watchEngine(connection, call.signal);
  try {
    return await orAborted(work(watch.signal), watch.signal);
  } catch (error) {
    throw explain(connection, call, watch, error);
  } finally {
    watch.end();
  }
}

function explain(connection: Connection, call: Call, watch: Watch, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (call.signal?.aborted) return new EngineError("cancelled", "This was cancelled.", { cause: error });
  if (watch.frozen()) return unreachable(connection.address, error);
  return engineError(connection.address, call.doing, error);
}

/** The call itself may be slow to notice: the caller is not. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
    work.catch(() => {});
  }
}

type Watch = { signal: AbortSignal; frozen(): boolean; end(): void };

const FIRST_PING_MS = 2_000;
const PING_EVERY_MS = 10_000;
const FIRST_ANSWER_MS = 3_000;
const LATER_ANSWER_MS = 10_000;

/** A frozen engine accepts connections and never answers; a slow one answers a ping. Aborts when the ping fails. */
function watchEngine(connection: Connection, callerSignal: AbortSignal | undefined): Watch {
  const gone = new AbortController();
  const over = new AbortController();
  let timer: NodeJS.Timeout;
  const ping = async (limitMs: number) => {
    const call: Call = { method: "GET", path: "/_ping", doing: { what: "answer" } };
    const late = new AbortController();
    const limit = patientTimeout(limitMs, () => late.abort());
    const signal = AbortSignal.any([late.signal, over.signal]);
    try {
      await orAborted(dial(connection, call, signal, false), signal);
      if (!over.signal.aborted) timer = setTimeout(ping, PING_EVERY_MS, LATER_ANSWER_MS);
    } catch (error) {
      if (!over.signal.aborted) gone.abort(error);
    } finally {
      clearTimeout(limit);
    }
  };
  timer = setTimeout(ping, FIRST_PING_MS, FIRST_ANSWER_MS);
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, gone.signal]) : gone.signal,
    frozen: () => gone.signal.aborted,
    end() {
      clearTimeout(timer);
      over.abort();
    },
  };
}

type Modem = { dial(options: object, callback: (error: unknown, answer: unknown) => void): void };

function dial(connection: Connection, call: Call, signal: AbortSignal, isStream: boolean): Promise<unknown> {
  const modem = connection.docker.modem as Modem;
  return new Promise((resolve, reject) => {
    const options = {
      method: call.method,
      path: call.query ? `${call.path}?` : call.path,
      // Kept apart: the library would otherwise repeat the body, secrets and all, in the URL.
      options: { _query: given(call.query), _body: call.body ?? {} },
      file: call.archive,
      ...(call.login && { authconfig: authOf(call.login) }),
      ...(call.logins && { registryconfig: registryConfigOf(call.logins) }),
      ...(call.upgrade && { hijack: true, headers: call.upgrade }),
      allowEmpty: call.body !== undefined,
      isStream,
      abortSignal: signal,
      statusCodes: { 200: true, 201: true, 204: true, 304: true },
    };
    modem.dial(options, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/** What is undefined would be sent as an empty text, which Podman refuses. */
function given(query: Record<string, unknown> = {}) {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
