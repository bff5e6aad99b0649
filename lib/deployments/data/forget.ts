import { inArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import type { Engine } from "@/lib/engine/engine";
import { volumeSnapshots } from "../table";
import type { VolumeSnapshot } from "./stored";

/** Removes copies from the engine, then their rows: what is interrupted in between is found again. */
export async function forgetCopies(engine: Engine, copies: readonly VolumeSnapshot[]): Promise<void> {
  if (copies.length === 0) return;
  for (const { name } of copies) await engine.removeVolume(name);
  const ids = copies.map(({ id }) => id);
  await db().delete(volumeSnapshots).where(inArray(volumeSnapshots.id, ids));
}
