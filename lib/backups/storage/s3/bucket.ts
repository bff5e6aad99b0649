import { checkFileName, type Store, StoreError, tryStore } from "../store";
import { ask, type Bucket, element, request } from "./request";

const MB = 1024 * 1024;
const MOST_PARTS = 10_000;

/** A file has at most 10,000 parts: they grow, so that a small one costs little memory and a large one fits (488 GB). */
const partBytes = (number: number) => (number <= 1_000 ? 8 : number <= 4_000 ? 32 : 64) * MB;

/** Files in an S3-compatible bucket. Uploads go in parts; the file is there once the last one is, and not before. */
export function bucketStore(bucket: Bucket, own: string): Store {
  const keyOf = (name: string) =>
    [bucket.prefix.replace(/\/$/, ""), own, checkFileName(name)].filter(Boolean).join("/");
  const store: Omit<Store, "check"> = {
    write: async (name, content, signal) => await upload(bucket, keyOf(name), content, signal),
    async *read(name, signal) {
      const { body } = await request(bucket, { method: "GET", key: keyOf(name), signal });
      try {
        yield* body as AsyncIterable<Buffer>;
      } catch (cause) {
        if (signal.aborted) throw signal.reason;
        throw new StoreError("other", "The storage broke off while the backup was read.", { cause });
      } finally {
        body.destroy();
      }
    },
    async remove(name, signal) {
      const key = keyOf(name);
      await ask(bucket, { method: "DELETE", key, signal }).catch(unlessMissing);
      for (const uploadId of await uploadsOf(bucket, key, signal)) await abort(bucket, key, uploadId, signal);
    },
  };
  return { ...store, check: (signal) => tryStore(store, signal) };
}

async function upload(bucket: Bucket, key: string, content: AsyncIterable<Buffer>, signal: AbortSignal) {
  const begun = await ask(bucket, { method: "POST", key, query: { uploads: "" }, signal });
  const uploadId = element(begun.text, "UploadId");
  if (!uploadId) throw new StoreError("other", "The storage began no upload. Is it S3-compatible?");
  try {
    const tags: string[] = [];
    let bytes = 0;
    for await (const body of inParts(content)) {
      const partNumber = String(tags.length + 1);
      if (tags.length === MOST_PARTS) throw new StoreError("full", "The storage takes no file this large.");
      const { headers } = await ask(bucket, {
        method: "PUT",
        key,
        query: { partNumber, uploadId },
        body,
        signal,
      });
      tags.push(String(headers.etag ?? ""));
      bytes += body.length;
    }
    await complete(bucket, key, uploadId, tags, signal);
    return { bytes };
  } catch (error) {
    // Parts of an upload that nobody completes are paid for, and seen by nobody.
    await abort(bucket, key, uploadId, AbortSignal.timeout(30_000)).catch(() => {});
    throw error;
  }
}

async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, size, number] = [[] as Buffer[], 0, 1];
  for await (let chunk of content) {
    for (let room = partBytes(number) - size; chunk.length >= room; room = partBytes(number) - size) {
      yield Buffer.concat([...held, chunk.subarray(0, room)]);
      chunk = chunk.subarray(room);
      [held, size, number] = [[], 0, number + 1];
    }
    if (chunk.length === 0) continue;
    held.push(chunk);
    size += chunk.length;
  }
  if (size > 0 || number === 1) yield Buffer.concat(held);
}

async function complete(bucket: Bucket, key: string, uploadId: string, tags: string[], signal: AbortSignal) {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  const { text } = await ask(bucket, { method: "POST", key, query: { uploadId }, body, signal });
  // It may answer 200 and tell of its failure in the document (S3 API, CompleteMultipartUpload).
  if (/<Error>/.test(text)) throw new StoreError("other", "The storage could not put the upload together.");
}

async function abort(bucket: Bucket, key: string, uploadId: string, signal: AbortSignal): Promise<void> {
  await ask(bucket, { method: "DELETE", key, query: { uploadId }, signal }).catch(unlessMissing);
}

/** Uploads of this very file that were begun and never completed; none where the server cannot list them. */
async function uploadsOf(bucket: Bucket, key: string, signal: AbortSignal): Promise<string[]> {
  try {
    const query = { uploads: "", prefix: key };
    const { text } = await ask(bucket, { method: "GET", key: "", query, signal });
    const listed = text.match(/<Upload>.*?<\/Upload>/gs) ?? [];
    return listed.flatMap((one) => (element(one, "Key") === key ? (element(one, "UploadId") ?? []) : []));
  } catch (error) {
    if (error instanceof StoreError && !signal.aborted) return [];
    throw error;
  }
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof StoreError) || error.kind !== "missing") throw error;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
