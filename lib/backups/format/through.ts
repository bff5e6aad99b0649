import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What a transform makes of a stream. Errors are the source's own, and whoever stops reading ends both. */
export async function* through(source: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  const flow = pipeline(Readable.from(source, { objectMode: false }), transform);
  flow.catch(() => {});
  try {
    yield* transform as AsyncIterable<Buffer>;
  } finally {
    transform.destroy();
  }
  await flow;
}
