import { request } from "node:http";
import { ADMIN_HOST } from "./config";
import { EdgeError } from "./error";
import { surroundings } from "./place";

const TIMEOUT_MS = 5_000;

/** Whether the edge runs and answers its owner. */
export async function edgeAnswers(): Promise<boolean> {
  return await ask("GET", "/config/admin").then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Gives the edge its whole configuration; the same one again changes nothing. @throws EdgeError */
export async function loadConfig(config: object, { anew = false } = {}): Promise<void> {
  const { status, text } = await ask(
    "POST",
    "/load",
    config,
    anew ? { "cache-control": "must-revalidate" } : {},
  );
  if (status !== 200) throw EdgeError.said(errorIn(text));
}

/** Ends the edge, if it runs. */
export async function stopEdge(): Promise<void> {
  await ask("POST", "/stop").catch(() => {});
}

/** How many requests are under way to a port of the loopback. @throws EdgeError */
export async function underWay(port: number): Promise<number> {
  const { status, text } = await ask("GET", "/reverse_proxy/upstreams");
  if (status !== 200) throw EdgeError.said(errorIn(text));
  const upstreams: { address: string; num_requests: number }[] = JSON.parse(text) ?? [];
  return upstreams.find(({ address }) => address === `127.0.0.1:${port}`)?.num_requests ?? 0;
}

type Answer = { status: number; text: string };

function ask(
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        socketPath: surroundings().socket,
        ...{ method, path, agent: false, timeout: TIMEOUT_MS },
        headers: { host: ADMIN_HOST, ...(body && { "content-type": "application/json" }), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
        response.on("error", (error) => reject(EdgeError.silent(error)));
      },
    );
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", (error) => reject(EdgeError.silent(error)));
    call.end(body && JSON.stringify(body));
  });
}

function errorIn(text: string): string {
  try {
    const said: unknown = JSON.parse(text);
    if (said && typeof said === "object" && "error" in said) return String(said.error);
  } catch {
    // Not JSON: told as it is.
  }
  return text.trim() || "no reason was given";
}
