import { and, eq, inArray } from "drizzle-orm";
import { type Issue, Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { deployments } from "@/lib/deployments/table";
import type { ProjectRecord } from "../on-project";
import { isTyped } from "../variables/settle";
import { openVariable, readVariables } from "../variables/stored";
import { bundleFor, deliveries } from "./bundle";
import type { Source } from "./hand-over";
import { readConnections } from "./stored";

type Reader = Pick<Transaction, "select" | "selectDistinct">;

/**
 * A project as a source. What it is given by a connection of its own it cannot pass on: that address is known on that
 * connection's network only, and handing it round could go in a circle.
 * @returns a sentence when its secrets cannot be opened
 */
export async function openSource(
  project: ProjectRecord,
  from: Reader = db(),
): Promise<Source | { refused: string }> {
  const [rows, connections] = await Promise.all([
    readVariables(project.id, from),
    readConnections(project.id, from),
  ]);
  const given = connections.flatMap(({ requirementId, source }) => {
    const requirement = project.definition.requires.find(({ id }) => id === requirementId);
    const bundle = source && requirement && bundleFor(source.definition, requirement);
    return bundle ? deliveries(project.definition, requirement, bundle) : [];
  });
  const isGiven = (variable: { service: string; key: string }) =>
    given.some(({ key, services }) => key === variable.key && services.includes(variable.service));
  try {
    const variables = rows.map(openVariable);
    return {
      ...project,
      variables: variables.filter((one) => !isGiven(one) || isTyped(project.definition, one)),
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: `${project.name}: ${error.message}` };
    throw error;
  }
}

/** Which of these projects have ever been deployed with success. */
export async function everDeployed(ids: readonly string[], from: Reader = db()): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await from
    .selectDistinct({ id: deployments.projectId })
    .from(deployments)
    .where(and(inArray(deployments.projectId, [...ids]), eq(deployments.state, "ready")));
  return new Set(rows.map(({ id }) => id));
}

/** Of each source that cannot serve right now, why; with the path `connections.<requirementId>`. */
export async function sourcesNotReady(
  wires: readonly { requirement: { id: string }; source: ProjectRecord }[],
  from: Reader = db(),
): Promise<Issue[]> {
  const deployed = await everDeployed(
    wires.map(({ source }) => source.id),
    from,
  );
  return wires.flatMap(({ requirement, source }) => {
    const message = whyNotReady(source, deployed.has(source.id));
    return message ? [{ path: `connections.${requirement.id}`, message }] : [];
  });
}

/** Why a source cannot serve right now, in one sentence; undefined when it can, as far as is known here. */
export function whyNotReady({ name, stoppedAt }: ProjectRecord, deployed: boolean): string | undefined {
  if (!deployed) return `${name} has never been deployed with success. Deploy it first.`;
  if (stoppedAt) return `${name} is stopped. Start it first.`;
  return undefined;
}
