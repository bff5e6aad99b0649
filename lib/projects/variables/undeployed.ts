import { and, desc, eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import type { FrozenVariable, Snapshot } from "@/lib/deployments/snapshot";
import { deployments } from "@/lib/deployments/table";
import { openSecret, type SecretBinding } from "@/lib/secrets";
import { freezeProject } from "../freeze";

type Place = { service: string; key: string };

/**
 * The variables whose value differs from what the running version was deployed with. Empty before the first
 * success: then everything is still to be deployed, and nothing has changed.
 */
export async function undeployedVariables(projectId: string): Promise<Place[]> {
  const [running] = await db()
    .select({ snapshot: deployments.snapshot })
    .from(deployments)
    .where(and(eq(deployments.projectId, projectId), eq(deployments.state, "ready")))
    .orderBy(desc(deployments.number))
    .limit(1);
  if (!running?.snapshot) return [];
  const now = await frozenNow(projectId);
  if (!now) return [];
  return placesOf(now, running.snapshot).filter(({ service, key }) => {
    const [next, last] = [now.env[service]?.[key], running.snapshot?.env[service]?.[key]];
    return !next || !last || !isSame(next, last, { projectId, service, key });
  });
}

/** Nothing, when something cannot be resolved: whoever deploys is told, whoever reads settings can mend it. */
async function frozenNow(projectId: string): Promise<Pick<Snapshot, "env"> | undefined> {
  try {
    return await freezeProject(projectId);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function placesOf(...snapshots: Pick<Snapshot, "env">[]): Place[] {
  const keys = snapshots.flatMap(({ env }) =>
    Object.entries(env).flatMap(([service, variables]) =>
      Object.keys(variables).map((key) => `${service} ${key}`),
    ),
  );
  return [...new Set(keys)].sort().map((place) => {
    const [service = "", key = ""] = place.split(" ");
    return { service, key };
  });
}

function isSame(one: FrozenVariable, other: FrozenVariable, binding: SecretBinding): boolean {
  try {
    const [text, wanted] = [one, other].map(({ value, secret }) =>
      secret === undefined ? value : openSecret(secret, binding),
    );
    return text === wanted;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
