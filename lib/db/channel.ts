import { sqlClient } from "./client";

type Hear = (text: string | undefined) => void;
type Ear = { hearers: Set<Hear>; listening: Promise<unknown> | undefined; client: unknown };
// Next loads this module several times; one LISTEN connection serves the whole process.
const shared = globalThis as typeof globalThis & { roadsteadEars?: Map<string, Ear> };

/**
 * Hears what processes on this database say on a channel (PostgreSQL, NOTIFY) until the returned function is called.
 * Undefined is heard after a lost connection, and once at the beginning: what was said before is gone, so look.
 */
export async function hearChannel(channel: string, hear: Hear): Promise<() => void> {
  const ear = earOf(channel);
  ear.hearers.add(hear);
  const stop = () => void ear.hearers.delete(hear);
  try {
    ear.listening ??= startListening(channel, ear);
    await ear.listening;
  } catch (error) {
    ear.listening = undefined;
    stop();
    throw error;
  }
  return stop;
}

// Another client is another database: its hearers start anew.
function earOf(channel: string): Ear {
  shared.roadsteadEars ??= new Map();
  const client = sqlClient();
  const known = shared.roadsteadEars.get(channel);
  if (known?.client === client) return known;
  const ear: Ear = { hearers: new Set(), listening: undefined, client };
  shared.roadsteadEars.set(channel, ear);
  return ear;
}

function startListening(channel: string, ear: Ear): Promise<unknown> {
  const tell: Hear = (text) => {
    for (const hear of ear.hearers) hear(text);
  };
  return sqlClient().listen(channel, tell, () => tell(undefined));
}
