import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, onTestFinished } from "vitest";
import type { Bucket } from "./s3/request";

export const KEY = { keyId: "S3RVER", secret: "S3RVER" };

/** After the test that runs, or, outside of one, after the file: hooks of a file count for nothing inside a test. */
function afterwards(end: () => Promise<unknown>): void {
  try {
    onTestFinished(async () => void (await end()));
  } catch {
    afterAll(end);
  }
}

/** A real S3-compatible server on this machine, with one bucket. */
export async function givenBucketServer(): Promise<Bucket> {
  const directory = await mkdtemp(path.join(tmpdir(), "roadstead-s3-"));
  const configureBuckets = [{ name: "kept", configs: [] }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets });
  const { port } = (await server.run()) as AddressInfo;
  afterwards(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${port}`;
  return { endpoint, region: "us-east-1", bucket: "kept", prefix: "home/", allowPrivate: true, ...KEY };
}

/** A folder that is gone afterwards. */
export async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "roadstead-backups-"));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** So many bytes in chunks of this size, and what they are. */
export async function* bytesOf(size: number, chunk = 65_536, fill = 7): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= chunk) yield Buffer.alloc(Math.min(chunk, left), fill);
}

export async function readWhole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** A server on this machine that answers like this. @returns its origin */
export async function givenServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterwards(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that computes each signature by itself (AWS Signature Version 4, "Create a signed request"). */
export async function givenSignatureChecker(secret: string): Promise<string> {
  return await givenServer(async (request, response) => {
    const body = await readWhole(request as AsyncIterable<Buffer>);
    const isRight = signatureOf(request, body, secret) === given(request, "Signature");
    const wrong = "<Error><Code>SignatureDoesNotMatch</Code></Error>";
    response.writeHead(isRight ? 200 : 403).end(isRight ? "signed" : wrong);
  });
}

function given({ headers }: IncomingMessage, name: string): string {
  return new RegExp(`${name}=([^,]+)`).exec(headers.authorization ?? "")?.[1] ?? "";
}

function signatureOf(request: IncomingMessage, body: Buffer, secret: string): string {
  const sha256 = (text: Buffer | string) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
  const names = given(request, "SignedHeaders").split(";");
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const canonical = [
    ...[request.method, path, query.split("&").sort().join("&")],
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    ...["", names.join(";"), sha256(body)],
  ].join("\n");
  const scope = given(request, "Credential").split("/").slice(1);
  const key = scope.reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${secret}`);
  const date = String(request.headers["x-amz-date"]);
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex");
}
