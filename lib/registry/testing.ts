import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAsk } from "@/lib/outgoing";
import type { Login, RegistryAccess } from "./access";
import { forgetAuthorizations } from "./authorization";
import { openGates } from "./gate";

type StubOptions = {
  /** Tags by repository; what a tag names follows from its name until it is moved. */
  images?: Record<string, readonly string[]>;
  answerMs?: number;
  pageSize?: number;
  /** Wants a token, given without a sign-in unless there is a password. */
  token?: { password?: string; expiresIn?: number };
  /** Answers in place of the registry; true when it did. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export const digestOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const INDEX = "application/vnd.oci.image.index.v1+json";

/** A registry on this machine that speaks real HTTP, and misbehaves as it is told. */
export async function startRegistryStub(options: StubOptions = {}) {
  const images = new Map(
    Object.entries(options.images ?? {}).map(([name, tags]) => [name, digests(name, tags)]),
  );
  const asked: { method: string; url: string; headers: IncomingMessage["headers"] }[] = [];
  let [under, peak, issued] = [0, 0, 0];
  const tokens = new Set<string>();
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers });
    peak = Math.max(peak, ++under);
    if (options.answerMs) await pause(options.answerMs);
    under--;
    if (options.instead?.(request, response)) return;
    if (url.startsWith("/token")) return giveToken(request, response);
    if (options.token && !tokens.has((headers.authorization ?? "").replace("Bearer ", ""))) {
      const realm = `Bearer realm="http://${headers.host}/token",service="stub",scope="repository:any:pull"`;
      return void response.writeHead(401, { "www-authenticate": realm }).end();
    }
    answer(images, new URL(url, "http://stub"), request, response, options.pageSize);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  function giveToken({ headers }: IncomingMessage, response: ServerResponse) {
    const { password, expiresIn = 300 } = options.token ?? {};
    const wanted = `Basic ${Buffer.from(`robot:${password}`).toString("base64")}`;
    if (password && headers.authorization !== wanted) return void response.writeHead(401).end();
    const token = `token-${++issued}`;
    tokens.add(token);
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ token, expires_in: expiresIn }));
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    peak: () => peak,
    /** Publishes a tag, or moves one; its digest is that of `content`. */
    publish(repository: string, tag: string, content = `${repository}:${tag}`) {
      const tags = images.get(repository) ?? new Map<string, string>();
      images.set(repository, tags.set(tag, digestOf(content)));
    },
    forgetTokens: () => tokens.clear(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type RegistryStub = Awaited<ReturnType<typeof startRegistryStub>>;

function digests(name: string, tags: readonly string[]) {
  return new Map(tags.map((tag) => [tag, digestOf(`${name}:${tag}`)]));
}

/** Asks only this registry: under its own name, and as the mirror of docker.io. */
export function accessTo({ host, origin }: { host: string; origin: string }, login?: Login): RegistryAccess {
  openGates();
  forgetAuthorizations();
  return {
    ask: createAsk({ allowed: [], resolve: async () => [] }),
    registries: { mirrors: [origin], insecure: [host] },
    loginFor: () => login,
    signal: new AbortController().signal,
    backoffMs: 1,
  };
}

function answer(
  images: ReadonlyMap<string, ReadonlyMap<string, string>>,
  url: URL,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  pageSize = 1_000,
): void {
  const [, repository = "", kind, rest = ""] =
    /^\/v2\/(.+?)\/(manifests|tags)\/(.+)$/.exec(url.pathname) ?? [];
  const tags = images.get(repository);
  if (!tags || (kind === "manifests" && !tags.has(rest))) return void response.writeHead(404).end("{}");
  if (kind === "manifests") {
    const digest = tags.get(rest) ?? "";
    response.writeHead(200, { "content-type": INDEX, "docker-content-digest": digest, etag: `"${digest}"` });
    return void response.end(method === "HEAD" ? undefined : "{}");
  }
  const names = [...tags.keys()];
  const etag = `"${digestOf(names.join()).slice(7, 23)}"`;
  if (headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
  const from = names.indexOf(url.searchParams.get("last") ?? "") + 1;
  const page = names.slice(from, from + pageSize);
  const more = from + page.length < names.length;
  const link = `</v2/${repository}/tags/list?last=${page.at(-1)}>; rel="next"`;
  response.writeHead(200, { "content-type": "application/json", etag, ...(more && { link }) });
  response.end(JSON.stringify({ name: repository, tags: page }));
}
