import { eq, sql } from "drizzle-orm";
import type { NamedStep } from "@/lib/app-definition/prepare/order";
import { db, type Transaction } from "@/lib/db/client";
import { projects } from "@/lib/projects/table";
import { isSecretKey } from "@/lib/projects/variables/secret-keys";
import { isAt, isTyped } from "@/lib/projects/variables/settle";
import {
  openSealed,
  openVariable,
  readVariables,
  type StorableVariable,
  sealed,
  writeVariables,
} from "@/lib/projects/variables/stored";
import { createMask } from "../../log/mask";
import type { FrozenRun } from "../../run/context";
import { persistently } from "../../run/persistently";
import { applyCapture } from "./apply-capture";

/** Whether what a step prints is a secret, or holds one. */
export function capturesSecret({ snapshot }: FrozenRun, { service, persistAs }: NamedStep): boolean {
  if (!persistAs) return false;
  const isSealed = snapshot.env[service]?.[persistAs.key]?.secret !== undefined;
  return isSealed || isSecretKey(snapshot.definition, service, persistAs.key);
}

/**
 * Writes down that a step has succeeded: its captured value, where it asks to keep it, the places that name the value,
 * and, for one that runs once, that it never runs again. All or nothing; the value is hidden before anything else.
 * @param value what was captured; undefined when nothing is kept
 * @returns what became of the value, in words
 */
export async function keep(run: FrozenRun, step: NamedStep, value: string | undefined): Promise<string> {
  if (value === undefined || !step.persistAs) {
    if (step.once) await note(run, step);
    return "Done";
  }
  const { service } = step;
  const { key } = step.persistAs;
  const secret = capturesSecret(run, step);
  if (secret) run.log.hide(createMask([value]));
  if (await isGiven(run, { service, key })) {
    if (step.once) await note(run, step);
    return `Done; ${key} was set by a person and stays as it is`;
  }
  run.log.hide(createMask(applyCapture(run, { service, key }, { value, secret })));
  await note(run, step, { service, key, text: value, secret, source: "captured" });
  return `Kept as ${key}${secret ? ", encrypted" : ""}`;
}

/**
 * Stores what became of a step with the project; where the deployment changes the project, with that change, which
 * counts once it is ready.
 */
async function note(run: FrozenRun, step: NamedStep, captured?: StorableVariable): Promise<void> {
  const { projectId, change } = run.lease.row;
  const { snapshot } = run;
  if (!change) {
    await run.lease.write({ snapshot }, async (tx) => {
      if (captured) await writeVariables(tx, projectId, [captured]);
      if (step.once) await rememberOnce(tx, projectId, step.id);
    });
    return;
  }
  if (captured) {
    const others = change.writes.filter((one) => !isAt(one, captured));
    change.writes = [...others, sealed(projectId, captured)];
  }
  if (step.once) change.once = [...new Set([...(change.once ?? []), step.id])];
  await run.lease.write({ snapshot, change });
}

/** What people gave a value themselves is their word: no step replaces it. */
async function isGiven(run: FrozenRun, place: { service: string; key: string }): Promise<boolean> {
  const rows = await persistently(run.lease.held, () => readVariables(run.lease.row.projectId));
  const answer = run.lease.row.change?.writes.find((one) => isAt(one, place) && one.source === "setting");
  const row = rows.find((one) => isAt(one, place));
  if (answer) return isTyped(run.snapshot.definition, openSealed(run.lease.row.projectId, answer));
  return row !== undefined && isTyped(run.snapshot.definition, openVariable(row));
}

async function rememberOnce(tx: Transaction, projectId: string, id: string): Promise<void> {
  const list = projects.preparedOnce;
  await tx
    .update(projects)
    .set({
      preparedOnce: sql`CASE WHEN ${list} @> to_jsonb(${id}::text) THEN ${list} ELSE ${list} || to_jsonb(${id}::text) END`,
    })
    .where(eq(projects.id, projectId));
}

/** The ids of the project's `once` steps that have succeeded before. */
export async function succeededOnce(run: FrozenRun): Promise<ReadonlySet<string>> {
  const { projectId } = run.lease.row;
  const [project] = await persistently(run.lease.held, () =>
    db().select({ ids: projects.preparedOnce }).from(projects).where(eq(projects.id, projectId)),
  );
  return new Set([...(project?.ids ?? []), ...(run.lease.row.change?.once ?? [])]);
}
