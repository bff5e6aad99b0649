import { and, eq, inArray } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import type { ProjectRecord } from "../on-project";
import { projectConnections, projects } from "../table";
import type { ConnectionMode } from "./schema";

type Reader = Pick<Transaction, "select" | "selectDistinct">;
export type ConnectionRow = typeof projectConnections.$inferSelect;
/** A connection with the project that it leads to; without one, that was uninstalled. */
export type StoredConnection = ConnectionRow & { source: ProjectRecord | null };
export type NewConnection = {
  requirementId: string;
  sourceProjectId: string | null;
  goneName: string | null;
  provideId: string;
  mode: ConnectionMode;
};

/** What a project is connected to. */
export async function readConnections(projectId: string, from: Reader = db()): Promise<StoredConnection[]> {
  const rows = await from
    .select({ connection: projectConnections, source: projects })
    .from(projectConnections)
    .leftJoin(projects, eq(projects.id, projectConnections.sourceProjectId))
    .where(eq(projectConnections.projectId, projectId))
    .orderBy(projectConnections.requirementId);
  return rows.map(({ connection, source }) => ({ ...connection, source }));
}

/** The projects that are connected to this one, by name. */
export async function readUsers(sourceProjectId: string, from: Reader = db()): Promise<ProjectRecord[]> {
  const rows = await from
    .selectDistinct({ id: projectConnections.projectId })
    .from(projectConnections)
    .where(eq(projectConnections.sourceProjectId, sourceProjectId));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return await from.select().from(projects).where(inArray(projects.id, ids)).orderBy(projects.name);
}

/**
 * Makes a project's connections exactly these. Sources are held until the transaction ends.
 * @throws Refusal VALIDATION_ERROR when a source was uninstalled a moment ago
 */
export async function writeConnections(
  tx: Transaction,
  projectId: string,
  connections: readonly NewConnection[],
): Promise<void> {
  const ids = connections.flatMap(({ sourceProjectId }) => sourceProjectId ?? []);
  const held = ids.length
    ? await tx.select({ id: projects.id }).from(projects).where(inArray(projects.id, ids)).for("key share")
    : [];
  const issues = connections.flatMap(({ sourceProjectId }, at) =>
    sourceProjectId === null || held.some(({ id }) => id === sourceProjectId)
      ? []
      : [{ path: `connections.${at}.projectId`, message: "This project was uninstalled a moment ago." }],
  );
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
  await tx.delete(projectConnections).where(eq(projectConnections.projectId, projectId));
  if (connections.length === 0) return;
  await tx.insert(projectConnections).values(
    connections.map(({ requirementId, sourceProjectId, goneName, provideId, mode }) => ({
      ...{ projectId, requirementId, sourceProjectId, goneName, provideId, mode },
    })),
  );
}

/** Before a source goes: its users keep that they were connected, and to what. */
export async function noteSourceGone(
  tx: Pick<Transaction, "update">,
  { id, name }: Pick<ProjectRecord, "id" | "name">,
): Promise<void> {
  await tx
    .update(projectConnections)
    .set({ sourceProjectId: null, goneName: name })
    .where(and(eq(projectConnections.sourceProjectId, id)));
}
