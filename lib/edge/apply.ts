import { sql } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { edgeAnswers, loadConfig, stopEdge } from "./admin";
import { edgeConfig } from "./config";
import { EdgeError } from "./error";
import { setMarks } from "./marks";
import { edgeIsOn, makeFolders, surroundings } from "./place";
import { startEdge } from "./process";
import { readSites } from "./sites";
import { noteEdge } from "./state";

type Applying = {
  /** Whether an edge that does not run is started: its one owner may. */
  mayStart?: boolean;
  /** Whether what failed is begun anew, such as asking for certificates. It closes idle connections. */
  anew?: boolean;
};

/** `problem` is a sentence for people; `sites`: how many there are to serve. */
type Applied = { problem: string | undefined; sites: number };

/**
 * Has the edge do what the database says, all of it. Any process may call it at any time: it is done by one at a
 * time, so that nothing old overwrites something newer.
 * @returns what people have to see to, undefined when it does what it should. Never throws on the edge's account
 */
export async function applyEdge({ mayStart = false, anew = false }: Applying = {}): Promise<Applied> {
  if (!edgeIsOn()) return { problem: undefined, sites: 0 };
  const applied = await db().transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(1919897956, 31)`);
    const { sites, marked } = await readSites(tx);
    try {
      await makeFolders();
      await setMarks(marked);
      await runWith(sites, { mayStart, anew });
      return { problem: undefined, sites: sites.length };
    } catch (error) {
      return { problem: sentenceOf(error), sites: sites.length };
    }
  });
  await noteEdge(applied.problem);
  return applied;
}

function sentenceOf(error: unknown): string {
  if (error instanceof EdgeError) return error.message;
  console.error("the edge cannot be told what to do:", error);
  return "The edge could not be told what to do. The server's log says why.";
}

async function runWith(
  sites: Parameters<typeof edgeConfig>[0],
  { mayStart, anew }: Required<Applying>,
): Promise<void> {
  const runs = await edgeAnswers();
  // Ports of this machine are taken only once somebody wants a domain served.
  if (sites.length === 0) return runs ? await stopEdge() : undefined;
  const config = edgeConfig(sites, surroundings());
  if (runs) return await loadConfig(config, { anew });
  if (mayStart) return await startEdge(config);
  throw EdgeError.silent(undefined);
}
