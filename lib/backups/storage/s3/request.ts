import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AwsV4Signer } from "aws4fetch";
import { type Incoming, OutgoingError, transfer } from "@/lib/outgoing";
import { StoreError } from "../store";

/** An S3-compatible bucket, and who may use it. */
export type Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  keyId: string;
  secret: string;
  /** An admin of the instance lets it lead to a private address. */
  allowPrivate: boolean;
};

export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below the bucket; "" is the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  body?: Buffer;
  signal: AbortSignal;
};

/**
 * One signed request (AWS Signature Version 4) in path style, which every compatible server understands.
 * @throws StoreError with what is wrong, for any answer but 2xx
 */
export async function request(bucket: Bucket, call: Call): Promise<Incoming> {
  const { method, key, query = {}, body, signal } = call;
  const path = [bucket.bucket, key].filter(Boolean).map(encodePath).join("/");
  const url = new URL(`/${path}`, bucket.endpoint);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const hash = createHash("sha256")
    .update(body ?? "")
    .digest("hex");
  const signed = await new AwsV4Signer({
    ...{ method, url: url.href, service: "s3", region: bucket.region },
    ...{ accessKeyId: bucket.keyId, secretAccessKey: bucket.secret },
    headers: { "x-amz-content-sha256": hash },
  }).sign();
  const headers = Object.fromEntries(signed.headers.entries());
  if (body) headers["content-length"] = String(body.length);
  const asked = { method, headers, body, signal, trusted: bucket.allowPrivate };
  const answer = await transfer(signed.url.href, asked).catch((error) => {
    if (error instanceof OutgoingError) throw new StoreError("other", error.message, { cause: error });
    throw error;
  });
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusal(bucket, answer.status, await text(answer.body));
}

/** The same, for an answer that is a small document. */
export async function ask(
  bucket: Bucket,
  call: Call,
): Promise<{ headers: Incoming["headers"]; text: string }> {
  const { body, headers } = await request(bucket, call);
  return { headers, text: await text(body) };
}

const MOST_TEXT = 1024 * 1024;

async function text(body: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_TEXT) {
      body.destroy();
      throw new StoreError("other", "The storage answers with more than it was asked for.");
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

// RFC 3986 section 2.3: what is signed escapes more than JavaScript does.
const encodePath = (path: string) =>
  path
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join("/");

/** The text of the first element of this name; S3 answers in small documents of known shape. */
export function element(document: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1];
  return found && plain(found);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(escaped: string): string {
  return escaped.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const WORDS: Record<string, [StoreError["kind"], (bucket: Bucket) => string]> = {
  NoSuchBucket: ["missing", ({ bucket }) => `There is no bucket ${bucket} there.`],
  NoSuchKey: ["missing", ({ bucket }) => `The file of this backup is not in the bucket ${bucket} any more.`],
  NoSuchUpload: ["other", () => "The storage has given the upload up."],
  InvalidAccessKeyId: ["denied", () => "The storage does not know this access key id."],
  SignatureDoesNotMatch: ["denied", () => "The secret key does not belong to this access key id."],
  RequestTimeTooSkewed: [
    "other",
    () => "The clocks of this server and of the storage differ by more than 15 minutes.",
  ],
  AuthorizationHeaderMalformed: ["denied", ({ region }) => `The bucket is in another region than ${region}.`],
  AccessDenied: [
    "denied",
    ({ bucket }) =>
      `This key may not do that in the bucket ${bucket}: it has to read, write and delete there.`,
  ],
  QuotaExceeded: ["full", () => "The storage is full."],
  EntityTooLarge: ["full", () => "The storage takes no file as large as this backup."],
};

/** S3's own code says what is wrong; its message is somebody else's text, and is not shown. */
function refusal(bucket: Bucket, status: number, document: string): StoreError {
  const code = element(document, "Code") ?? "";
  const [kind, sentence] = WORDS[code] ?? [];
  if (kind && sentence) return new StoreError(kind, sentence(bucket));
  if (status === 404) return new StoreError("missing", "The storage does not have what was asked for.");
  if (status === 507) return new StoreError("full", "The storage is full.");
  if (status === 401 || status === 403) return new StoreError("denied", "The storage refuses this key.");
  const known = /^[A-Za-z]{1,60}$/.test(code) ? ` (${code})` : "";
  return new StoreError("other", `The storage answered ${status}${known}.`);
}
