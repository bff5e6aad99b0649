import { request } from "node:http";
import { connect } from "node:net";
import { addressOf, isPublic, publishedPort } from "@/lib/projects/addresses";
import type { Exposure } from "@/lib/projects/schema";
import type { FrozenRun } from "../run/context";
import { Failure } from "../run/failure";
import { pause } from "../run/stopped";

/**
 * Waits until every published port answers on this machine: HTTP with any status, raw TCP with a connection that is
 * kept. @returns what to read beside the step; undefined when there is nothing to check
 */
export async function routes(run: FrozenRun): Promise<string | undefined> {
  const published = run.snapshot.exposures.filter(isPublic);
  if (published.length === 0) return undefined;
  const { local } = await run.engine.info();
  if (!local) return "Not checked: the engine is on another machine";
  await Promise.all(published.map((exposure) => answers(run, exposure)));
  return published.length === 1 ? "1 address answers" : `${published.length} addresses answer`;
}

async function answers(run: FrozenRun, exposure: Exposure): Promise<void> {
  const { kind, service, port, berths } = exposure;
  const hostPort = publishedPort(exposure, run.snapshot.berth) ?? 0;
  // A domain leads here later, or is not set yet: what is asked is the service itself.
  const name = berths ? `${service}:${port}` : addressOf(exposure);
  const ask = kind === "http" ? httpStatus : tcpStays;
  const giveUpAt = performance.now() + run.limits.routesMs;
  run.progress.item("routes", { name, state: "running", detail: "Waits for an answer" });
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 500)) {
    const answer = await ask(hostPort, run.signal);
    run.signal.throwIfAborted();
    if (answer) {
      run.progress.item("routes", { name, state: "done", detail: answer });
      run.log.say(`${name} ${answer}`, "ok");
      return;
    }
    if (performance.now() > giveUpAt) break;
    await pause(waitMs, run.signal);
  }
  run.progress.item("routes", { name, state: "failed", detail: "No answer" });
  throw new Failure(
    `${service} runs, but ${name} did not answer within ${Math.round(run.limits.routesMs / 1000)} s.`,
    {
      advice: `Check that ${service} listens on port ${exposure.port} on all its addresses, then retry.`,
      service,
    },
  );
}

const ONE_TRY_MS = 5_000;

/** @returns the status in words; undefined when nothing answers HTTP there */
function httpStatus(port: number, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        path: "/",
        agent: false,
        timeout: ONE_TRY_MS,
        signal,
        headers: { connection: "close" },
      },
      (response) => {
        resolve(`answers ${response.statusCode}`);
        response.destroy();
      },
    );
    call.on("timeout", () => call.destroy());
    // Bytes that are no HTTP (TLS, for one) are an answer too; a refused or dropped connection is none.
    call.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code?.startsWith("HPE_") ? "answers" : undefined),
    );
    call.end();
  });
}

// The engine's proxy accepts every connection, and drops it when nobody listens inside.
const KEPT_MS = 150;

/** @returns a word when a connection is kept; undefined when it is refused or dropped at once */
function tcpStays(port: number, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, signal });
    const end = (word: string | undefined) => {
      clearTimeout(timer);
      resolve(word);
      socket.destroy();
    };
    let timer = setTimeout(() => end(undefined), ONE_TRY_MS);
    socket.once("connect", () => {
      clearTimeout(timer);
      timer = setTimeout(() => end("accepts connections"), KEPT_MS);
    });
    socket.once("data", () => end("accepts connections"));
    socket.once("error", () => end(undefined));
    socket.once("close", () => end(undefined));
  });
}
