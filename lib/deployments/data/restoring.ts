import { ArchiveRefused } from "@/lib/backups/format/check-archive";
import { SealBroken } from "@/lib/backups/format/seal";
import { StoreError } from "@/lib/backups/storage/store";
import { Failure } from "../run/failure";

/** Reads of a backup; what is wrong with it fails the deployment in its own words. */
export async function restoring<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const isBackup = [SealBroken, StoreError, ArchiveRefused].some((kind) => cause instanceof kind);
    if (!isBackup || !(cause instanceof Error)) throw cause;
    throw new Failure(cause.message, { advice: "Restore another backup.", cause });
  }
}
