const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g;

/** `at` counts the items of a list; an object has none, and awaits a key before each colon. */
type Frame = { path: string; at: number | undefined; awaitsKey: boolean };

/**
 * The lines in which the keys and items of a JSON text stand, by path such as `services.0.image`, counted from 1.
 * @param text valid JSON
 */
export function linesOf(text: string): (path: string) => number {
  const lines = new Map<string, number>();
  const frames: Frame[] = [];
  let line = 1;
  let next = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const frame = frames.at(-1);
    if (token === "\n") line += 1;
    else if (token === "}" || token === "]") frames.pop();
    else if (token === ",") {
      if (frame?.at === undefined) Object.assign(frame ?? {}, { awaitsKey: true });
      else frame.at += 1;
    } else if (token !== ":") {
      if (frame?.awaitsKey) {
        next = joined(frame.path, String(JSON.parse(token)));
        frame.awaitsKey = false;
        lines.set(next, line);
        continue;
      }
      if (frame?.at !== undefined) next = joined(frame.path, String(frame.at));
      if (!lines.has(next)) lines.set(next, line);
      if (token === "{") frames.push({ path: next, at: undefined, awaitsKey: true });
      if (token === "[") frames.push({ path: next, at: 0, awaitsKey: false });
    }
  }
  return (path) => nearestLine(lines, path);
}

/** A key that is missing is told at the object that should hold it. */
function nearestLine(lines: ReadonlyMap<string, number>, path: string): number {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return lines.get("") ?? 1;
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
