import { and, eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { domains } from "./table";

export type DomainRecord = typeof domains.$inferSelect;

/** A domain of a project. Whoever calls has been authorized for the project. @throws Refusal NOT_FOUND */
export async function domainRecord(
  { projectId, domainId }: { projectId: string; domainId: string },
  source: Pick<Transaction, "select"> = db(),
): Promise<DomainRecord> {
  const [found] = await source
    .select()
    .from(domains)
    .where(and(eq(domains.id, domainId), eq(domains.projectId, projectId)));
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}
