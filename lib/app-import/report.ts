import type { ReportLine } from "./schema";

const MOST_LINES = 500;
const LONGEST_QUOTE = 120;

export type ImportIssue = { path: string; message: string };

/** Collects what the import did, and what stands in its way: with one issue the import is refused. */
export class Report {
  readonly lines: ReportLine[] = [];
  readonly issues: ImportIssue[] = [];
  readonly #seen = new Set<string>();

  mapped(path: string, message: string): void {
    this.#add({ kind: "mapped", path, message });
  }
  guessed(path: string, message: string): void {
    this.#add({ kind: "guessed", path, message });
  }
  dropped(path: string, message: string): void {
    this.#add({ kind: "dropped", path, message });
  }
  refused(path: string, message: string): void {
    this.#add({ kind: "refused", path, message });
  }
  /** Unsafe, and the service cannot work without it: the whole import is refused. */
  fatal(path: string, message: string): void {
    this.refused(path, message);
    this.issue(path, message);
  }
  issue(path: string, message: string): void {
    if (this.issues.length < MOST_LINES) this.issues.push({ path, message });
  }

  #add(line: ReportLine): void {
    const identity = `${line.kind} ${line.path} ${line.message}`;
    if (this.#seen.has(identity) || this.lines.length >= MOST_LINES) return;
    this.#seen.add(identity);
    this.lines.push(line);
  }
}

/** A text of the file inside a message: one line, and not longer than one wants to read. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `“${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line}”`;
}
