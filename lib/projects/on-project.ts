import { eq } from "drizzle-orm";
import type { Resource } from "@/lib/access/authorize";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { projects } from "./table";

export type ProjectRecord = typeof projects.$inferSelect;

/** The resource behind a project's id, for `on:`; undefined when there is none. */
export async function onProject({ projectId }: { projectId: string }): Promise<Resource | undefined> {
  const [found] = await db()
    .select({ organizationId: projects.organizationId })
    .from(projects)
    .where(eq(projects.id, projectId));
  return found && { type: "project", id: projectId, organizationId: found.organizationId };
}

/** A project's row, held until the transaction ends when `lock` is set. Whoever calls has been authorized. @throws Refusal NOT_FOUND when it was just removed */
export async function projectRecord(
  projectId: string,
  source: Pick<Transaction, "select"> = db(),
  { lock = false } = {},
): Promise<ProjectRecord> {
  const query = source.select().from(projects).where(eq(projects.id, projectId));
  const [found] = await (lock ? query.for("no key update") : query);
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}
