/** A line as the viewer draws it, whichever stream it came from. `seq` counts up within one view. */
export type ViewLine = {
  seq: number;
  at: string;
  /** null: Roadstead's own line. */
  service: string | null;
  level: "debug" | "info" | "ok" | "warn" | "error";
  text: string;
};

export const LEVEL_FILTERS = {
  all: "All levels",
  warn: "Warnings and errors",
  error: "Errors only",
} as const;
export type LevelFilter = keyof typeof LEVEL_FILTERS;

export type LineFilter = { service: string | null; level: LevelFilter };

/** The lines a filter lets through. */
export function filterLines(lines: readonly ViewLine[], { service, level }: LineFilter): readonly ViewLine[] {
  if (!service && level === "all") return lines;
  return lines.filter(
    (line) =>
      (!service || line.service === service) &&
      (level === "all" || line.level === "error" || (level === "warn" && line.level === "warn")),
  );
}
