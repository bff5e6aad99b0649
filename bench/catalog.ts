import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseDefinition } from "@/lib/app-definition/parse";

/** Reading definitions: how long one takes to check, and a catalog of many to serve. */

const RUNS = 500;

type Written = { file: string; text: string };

/** @returns milliseconds for the parsed JSON of the largest file of the catalog, the one in the middle and the slowest */
export function measureValidation() {
  const bySize = writtenApps().sort((a, b) => b.text.length - a.text.length);
  const [largest, typical] = [bySize[0], bySize[Math.floor(bySize.length / 2)]];
  if (!largest || !typical) throw new Error("The catalog is empty.");
  const quick = bySize.map((app) => ({ app, medianMs: timeOf(app, 50).medianMs }));
  const slowest = quick.reduce((one, other) => (other.medianMs > one.medianMs ? other : one)).app;
  return { largest: timeOf(largest), typical: timeOf(typical), slowest: timeOf(slowest) };
}

/** Fills a folder with definitions: those of the catalog over and over, each with an id and a name of its own. */
export function giveCatalog(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  const apps = writtenApps().map(({ text }) => JSON.parse(text) as { id: string; name: string });
  for (let number = 0; number < count; number++) {
    const app = apps[number % apps.length];
    if (!app) throw new Error("The catalog is empty.");
    const round = Math.floor(number / apps.length) + 1;
    const copy = { ...app, id: `${app.id}-no-${round}`, name: `${app.name} ${round}` };
    writeFileSync(path.join(folder, `${copy.id}.json`), JSON.stringify(copy));
  }
}

function timeOf({ file, text }: Written, runs = RUNS) {
  const input: unknown = JSON.parse(text);
  const times = Array.from({ length: runs * 2 }, () => {
    const began = performance.now();
    if (!parseDefinition(input).ok) throw new Error(`${file} is not valid.`);
    return performance.now() - began;
  });
  // The first half only warms the compiler up.
  const warm = times.slice(runs).sort((a, b) => a - b);
  const at = (share: number) => Math.round((warm[Math.floor(warm.length * share)] ?? 0) * 1_000) / 1_000;
  return { app: file, bytes: text.length, medianMs: at(0.5), p99Ms: at(0.99) };
}

function writtenApps(): Written[] {
  const files = readdirSync("catalog").filter((file) => file.endsWith(".json"));
  return files.map((file) => ({ file, text: readFileSync(path.join("catalog", file), "utf8") }));
}
