import type { Run } from "../run/context";
import type { Serving } from "../serving";
import { forgetCopies } from "./forget";
import { putInPlace } from "./put-in-place";
import { copiesBy, copiesOwed, stamp } from "./stored";

/**
 * Brings back the data of the version before, if the one that failed may have changed it. An interruption does no
 * harm: what was not put back whole is put back again.
 * @returns whether it had to, so that the containers of the version before have to be made anew
 */
export async function putDataBack(run: Run, before: Serving): Promise<boolean> {
  const used = (await copiesBy(run.lease.row.id)).filter(({ usedAt }) => usedAt);
  const due = used.filter(({ restoredAt }) => !restoredAt);
  await put(run, before, due);
  return used.length > 0;
}

/** Brings back what an earlier deployment that failed could not, before anything of the project runs again. */
export async function payDebts(run: Run, before: Serving | undefined): Promise<void> {
  if (!before) return;
  const owed = await copiesOwed(run.lease.row.projectId);
  if (owed.length === 0) return;
  run.log.say("An earlier deployment failed and could not put the data back. That comes first.", "warn");
  await put(run, before, owed);
}

async function put(
  run: Run,
  { snapshot }: Serving,
  due: Awaited<ReturnType<typeof copiesBy>>,
): Promise<void> {
  if (due.length === 0) return;
  await putInPlace(run, snapshot, due, run.lease.held);
  const restoredAt = new Date();
  await run.lease.write({ steps: run.progress.steps }, (tx) => stamp(tx, due, { restoredAt }));
}

/** Removes the copies of a deployment that failed, once nobody needs them. */
export async function forgetOwnCopies(run: Run): Promise<void> {
  const copies = await copiesBy(run.lease.row.id);
  const over = copies.filter(({ usedAt, restoredAt }) => !usedAt || restoredAt);
  await forgetCopies(run.engine, over);
}
