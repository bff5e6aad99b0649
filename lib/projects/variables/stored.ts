import { and, eq, inArray, sql } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { openSecret, sealSecret } from "@/lib/secrets";
import { projectEnv } from "../table";

export type VariableRow = typeof projectEnv.$inferSelect;

/** One variable in the open. `source` "definition" is a template of the author; every other text is final. */
export type Variable = {
  service: string;
  key: string;
  text: string;
  secret: boolean;
  source: VariableRow["source"] | "connection";
};
/** A variable that is stored; what a connection gives is resolved anew each time. */
export type StorableVariable = Variable & Pick<VariableRow, "source">;

/** The stored variables of a project, secrets still sealed. */
export async function readVariables(
  projectId: string,
  source: Pick<Transaction, "select"> = db(),
): Promise<VariableRow[]> {
  return await source
    .select()
    .from(projectEnv)
    .where(eq(projectEnv.projectId, projectId))
    .orderBy(projectEnv.service, projectEnv.key);
}

/** A stored variable in the open. @throws Refusal SECRET_UNREADABLE */
export function openVariable(row: VariableRow): StorableVariable {
  return openSealed(row.projectId, row);
}

/** The same for one that is not stored yet. @throws Refusal SECRET_UNREADABLE */
export function openSealed(
  projectId: string,
  { service, key, value, secret, source }: SealedVariable,
): StorableVariable {
  const text = secret === null ? (value ?? "") : openSecret(secret, { projectId, service, key });
  return { service, key, text, secret: secret !== null, source };
}

/** The same for a page, which is shown even where a secret cannot be opened; only a deployment needs its value. */
export function openOrHide(row: VariableRow): StorableVariable {
  try {
    return openVariable(row);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { service, key, source } = row;
    return { service, key, source, text: "", secret: true };
  }
}

/** Stores variables, each replacing what its service and key had; secrets are sealed for their place. */
export async function writeVariables(
  tx: Pick<Transaction, "insert">,
  projectId: string,
  variables: readonly StorableVariable[],
): Promise<void> {
  await writeSealed(
    tx,
    projectId,
    variables.map((variable) => sealed(projectId, variable)),
  );
}

/** A variable as its row holds it. */
export type SealedVariable = Pick<VariableRow, "service" | "key" | "source" | "value" | "secret">;

/** A variable with its secret sealed for its place. */
export function sealed(
  projectId: string,
  { service, key, text, secret, source }: StorableVariable,
): SealedVariable {
  return {
    ...{ service, key, source },
    value: secret ? null : text,
    secret: secret ? sealSecret(text, { projectId, service, key }) : null,
  };
}

/** Stores variables that are sealed already, each replacing what its service and key had. */
export async function writeSealed(
  tx: Pick<Transaction, "insert">,
  projectId: string,
  variables: readonly SealedVariable[],
): Promise<void> {
  if (variables.length === 0) return;
  const rows = variables.map((variable) => ({ ...variable, projectId, updatedAt: new Date() }));
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await tx
    .insert(projectEnv)
    .values(rows)
    .onConflictDoUpdate({
      target: [projectEnv.projectId, projectEnv.service, projectEnv.key],
      set: {
        value: excluded("value"),
        secret: excluded("secret"),
        source: excluded("source"),
        updatedAt: excluded("updated_at"),
      },
    });
}

/** Removes variables by their rows. */
export async function removeVariables(
  tx: Pick<Transaction, "delete">,
  rows: readonly VariableRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  const [first] = rows;
  await tx
    .delete(projectEnv)
    .where(and(eq(projectEnv.projectId, first?.projectId ?? ""), inArray(projectEnv.id, ids)));
}
