import { eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { readDestination } from "../destinations/on-destination";
import { type OpenBackup, openBackup } from "../format/read";
import { backupKey } from "../key";
import { openStore } from "../storage/open";
import { backups } from "../table";

/**
 * A verified backup, opened to be restored: exactly the one, and exactly what it held when it was verified.
 * @throws Refusal BACKUP_NOT_USABLE, SealBroken, StoreError
 */
export async function openForRestore(
  backupId: string,
  signal: AbortSignal,
): Promise<OpenBackup & { holdsDumpOf(service: string): boolean }> {
  const [row] = await db().select().from(backups).where(eq(backups.id, backupId));
  if (!row) throw new Refusal("BACKUP_NOT_USABLE", { message: "This backup was deleted meanwhile." });
  if (row.state !== "verified" || !row.parts) throw new Refusal("BACKUP_NOT_USABLE");
  const store = openStore(await readDestination(row.destinationId));
  const { parts, file } = row;
  const open = await openBackup(await backupKey(), store.read(file, signal), { backupId, parts });
  const holdsDumpOf = (service: string) =>
    parts.some(({ kind, name }) => kind === "dump" && name === service);
  return { ...open, holdsDumpOf };
}
