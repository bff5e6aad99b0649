/** Where files of backups lie: a folder of the server, or a bucket. Names are ours: `fileName` makes them. */
export type Store = {
  /** Keeps what comes under this name, whole or not at all. @throws StoreError */
  write(name: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<{ bytes: number }>;
  /** What is kept under this name, from its beginning. @throws StoreError */
  read(name: string, signal: AbortSignal): AsyncIterable<Buffer>;
  /** Removes it, and what a write of it that was interrupted has left. No error when there is nothing. */
  remove(name: string, signal: AbortSignal): Promise<void>;
  /** Writes, reads and removes a small file. @throws StoreError with what is wrong */
  check(signal: AbortSignal): Promise<void>;
};

/** Something is wrong with a destination. The message is a sentence for a person, and holds no secret. */
export class StoreError extends Error {
  readonly kind: "missing" | "full" | "denied" | "other";
  constructor(kind: StoreError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.name = "StoreError";
  }

  // Told by its name: pages, routes and boot each have a copy of this class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "StoreError";
  }
}

const NAME = /^[a-z0-9_-]{1,64}\/[a-z0-9-]{1,60}-\d{8}-\d{6}-[a-z0-9_]{1,40}\.roadstead$/;

/** What a backup is called at its destination; told apart by its own id, readable by its project and time (UTC). */
export function fileName(project: { id: string; slug: string }, backupId: string, at: Date): string {
  const [day = "", time = ""] = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").split("T");
  return checkFileName(`${project.id}/${project.slug}-${day}-${time}-${backupId}.roadstead`);
}

/** A name that leads nowhere but into the destination. @throws StoreError for any other */
export function checkFileName(name: string): string {
  if (NAME.test(name)) return name;
  throw new StoreError("other", "This is not the name of a backup.");
}

/** The name of the file that a check writes. */
export const CHECK_NAME = "roadstead-check/can-be-written-00000000-000000-check.roadstead";

/** Writes a few bytes, reads them back, and takes them away again. @throws StoreError */
export async function tryStore(store: Omit<Store, "check">, signal: AbortSignal): Promise<void> {
  const text = `Roadstead checks whether this place can be written. ${new Date().toISOString()}`;
  await store.write(CHECK_NAME, oneChunk(Buffer.from(text)), signal);
  try {
    const parts: Buffer[] = [];
    for await (const part of store.read(CHECK_NAME, signal)) parts.push(part);
    if (Buffer.concat(parts).toString() !== text)
      throw new StoreError("other", "What was written there came back as something else.");
  } finally {
    await store.remove(CHECK_NAME, signal);
  }
}

async function* oneChunk(chunk: Buffer) {
  yield chunk;
}
