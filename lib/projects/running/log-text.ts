import { onEngine } from "@/lib/servers";
import { maskOf } from "./recent-lines";
import { type ServingNow, servingNow } from "./serving-containers";

/** How much of a log can be downloaded at once. */
export const MOST_MEGABYTES = 20;

type Wanted = { service?: string; since?: string; megabytes: number };
type Line = { at: Date; text: string; bytes: number };

/**
 * The end of what the services of a project wrote, in the order of its times, secrets hidden: a line each, as
 * `time service text`. Held in memory up to the size that is asked for, never more.
 * @throws Refusal SECRET_UNREADABLE, ENGINE_UNAVAILABLE
 */
export async function* logText(
  projectId: string,
  { service, since, megabytes }: Wanted,
  signal: AbortSignal,
): AsyncGenerator<{ data: string }, void, undefined> {
  const serving = await onEngine(() => servingNow(projectId));
  if (!serving) return;
  const wanted = serving.containers.filter((one) => service === undefined || one.service === service);
  const most = (megabytes * 1024 * 1024) / Math.max(1, wanted.length);
  const kept: Line[] = [];
  for (const one of wanted) {
    const name = one.service;
    kept.push(...(await lastLines(projectId, serving, { name, id: one.container.id, since, most }, signal)));
  }
  kept.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (let from = 0; from < kept.length && !signal.aborted; from += CHUNK) {
    yield {
      data: kept
        .slice(from, from + CHUNK)
        .map(({ text }) => text)
        .join(""),
    };
  }
}

const CHUNK = 500;

type Source = { name: string; id: string; since: string | undefined; most: number };

/** The newest lines of one container that together are not larger than asked for. */
async function lastLines(
  projectId: string,
  serving: ServingNow,
  { name, id, since, most }: Source,
  signal: AbortSignal,
): Promise<Line[]> {
  const mask = maskOf(projectId, serving);
  const options = { follow: false, signal, ...(since && { since: new Date(since) }) };
  let lines: Line[] = [];
  let bytes = 0;
  await onEngine(async (engine) => {
    for await (const line of engine.logs(id, options)) {
      const text = `${line.at.toISOString()} ${name} ${mask(line.text)}\n`;
      const size = Buffer.byteLength(text);
      lines.push({ at: line.at, text, bytes: size });
      bytes += size;
      // Thrown away in heaps: taking off the first of a long list, one by one, takes for ever.
      if (bytes > most * 1.5) ({ lines, bytes } = newest(lines, most));
    }
  });
  return newest(lines, most).lines;
}

function newest(lines: Line[], most: number): { lines: Line[]; bytes: number } {
  let bytes = 0;
  let from = lines.length;
  while (from > 0 && bytes + (lines[from - 1]?.bytes ?? 0) <= most) bytes += lines[--from]?.bytes ?? 0;
  return { lines: lines.slice(from), bytes };
}
