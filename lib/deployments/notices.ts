import { sql } from "drizzle-orm";
import { sqlClient, type Transaction } from "@/lib/db/client";

/** What processes on one database tell each other: a hint to look, never the news itself. */
export type Notice = { kind: "queued" | "cancel" | "row" | "log"; deploymentId: string };
type Hear = (notice: Notice | "reconnected") => void;

const CHANNEL = "roadstead_deployments";

type Ear = { hearers: Set<Hear>; listening: Promise<unknown> | undefined; client: unknown };
// Next loads this module several times; one LISTEN connection serves the whole process.
const shared = globalThis as typeof globalThis & { roadsteadNotices?: Ear };

/** Tells every process, when the transaction commits. */
export async function notify(on: Pick<Transaction, "execute">, notice: Notice): Promise<void> {
  await on.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${notice.kind}:${notice.deploymentId}`})`);
}

/**
 * Hears notices until the returned function is called. After a lost connection `reconnected` is heard: what was
 * said in between is gone, so look.
 */
export async function listen(hear: Hear): Promise<() => void> {
  const ear = currentEar();
  ear.hearers.add(hear);
  const stop = () => void ear.hearers.delete(hear);
  try {
    ear.listening ??= startListening(ear);
    await ear.listening;
  } catch (error) {
    ear.listening = undefined;
    stop();
    throw error;
  }
  return stop;
}

// Another client is another database: its hearers start anew.
function currentEar(): Ear {
  const client = sqlClient();
  if (shared.roadsteadNotices?.client !== client) {
    shared.roadsteadNotices = { hearers: new Set(), listening: undefined, client };
  }
  return shared.roadsteadNotices;
}

function startListening(ear: Ear): Promise<unknown> {
  const tell = (notice: Notice | "reconnected") => {
    for (const hear of ear.hearers) hear(notice);
  };
  return sqlClient().listen(
    CHANNEL,
    (payload) => {
      const at = payload.indexOf(":");
      tell({ kind: payload.slice(0, at) as Notice["kind"], deploymentId: payload.slice(at + 1) });
    },
    () => tell("reconnected"),
  );
}
