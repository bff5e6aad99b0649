import type { Service } from "@/lib/app-definition/schema";
import { openForRestore } from "@/lib/backups/restore/open";
import type { FrozenRun } from "../run/context";

/**
 * Has a service that works read its dump, if its data comes from a backup that holds one: before anybody who depends on
 * it starts. One that was interrupted is done again.
 * @throws EngineError "command-failed", Failure
 */
export async function loadDump(run: FrozenRun, { name, backup }: Service, id: string): Promise<void> {
  const { change } = run.lease.row;
  const { restore } = change ?? {};
  if (!restore || !backup || restore.loaded?.includes(name)) return;
  const { parts, holdsDumpOf } = await openForRestore(restore.backupId, run.signal);
  try {
    if (!holdsDumpOf(name)) return;
    run.log.say(`${name} reads its dump`);
    for await (const part of parts) {
      if (part.kind !== "dump" || part.name !== name) continue;
      const options = { signal: run.signal, input: part.content };
      for await (const _said of run.engine.execStream(id, backup.restore, options));
      break;
    }
  } finally {
    await parts.return(undefined);
  }
  restore.loaded = [...(restore.loaded ?? []), name];
  await run.lease.write({ change });
  run.log.say(`${name} has its data back`, "ok");
}
