import { SealBroken } from "./seal";

const MAGIC = "Roadstead backup 1";
const LONGEST = 512;

/** What stands before the sealed part, in clear, and is bound to it by the key. */
export function headOf(backupId: string, salt: Buffer): Buffer {
  return Buffer.from(`${MAGIC}\n${JSON.stringify({ backup: backupId, salt: salt.toString("base64url") })}\n`);
}

/** Parts the head from what follows. @throws SealBroken for what is no backup */
export async function readHead(
  stream: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; backupId: string; salt: Buffer; rest: AsyncGenerator<Buffer> }> {
  const parts = stream[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const next = await parts.next();
    if (next.done || held.length > LONGEST) throw new SealBroken();
    held = Buffer.concat([held, next.value]);
    end = held.indexOf("\n", MAGIC.length + 1);
  }
  const head = held.subarray(0, end + 1);
  async function* rest() {
    try {
      yield held.subarray(end + 1);
      for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
    } finally {
      await parts.return?.();
    }
  }
  return { head, ...parse(head.toString("utf8")), rest: rest() };
}

function parse(head: string): { backupId: string; salt: Buffer } {
  const [magic, line = ""] = head.split("\n");
  if (magic !== MAGIC) throw new SealBroken();
  try {
    const { backup, salt } = JSON.parse(line) as { backup: unknown; salt: unknown };
    if (typeof backup !== "string" || typeof salt !== "string") throw new SealBroken();
    return { backupId: backup, salt: Buffer.from(salt, "base64url") };
  } catch {
    throw new SealBroken();
  }
}
