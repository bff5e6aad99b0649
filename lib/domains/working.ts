import { asc, inArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { edgeIsOn } from "@/lib/edge/place";
import { edgeProblem } from "@/lib/edge/state";
import { domains } from "./table";
import { isMain, together, urlOf } from "./words";

type Named = { id: string; exposures: Parameters<typeof isMain>[1] };

/** By project, the address of a domain that works now: the one its app is told, else the oldest. */
export async function workingAddresses(projects: readonly Named[]): Promise<Map<string, string>> {
  const ids = projects.map(({ id }) => id);
  if (ids.length === 0 || !edgeIsOn()) return new Map();
  const rows = await db()
    .select()
    .from(domains)
    .where(inArray(domains.projectId, ids))
    .orderBy(asc(domains.createdAt));
  if (rows.length === 0 || (await edgeProblem())) return new Map();
  const working = rows.filter(({ findings }) => together(findings).state === "working");
  return new Map(
    projects.flatMap(({ id, exposures }): [string, string][] => {
      const own = working.filter(({ projectId }) => projectId === id);
      const best = own.find((row) => isMain(row, exposures)) ?? own[0];
      return best ? [[id, urlOf(best.hostname)]] : [];
    }),
  );
}
