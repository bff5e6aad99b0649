import { parseDefinition } from "@/lib/app-definition/parse";
import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import type { ComposeSource } from "./compose/job";
import { tidyPath } from "./compose/paths";
import { translateCompose } from "./compose/translate";
import { detectFormat } from "./detect";
import { readCaprover } from "./formats/caprover";
import { readComposeFormat } from "./formats/compose";
import { readCoolify } from "./formats/coolify";
import { readDokploy } from "./formats/dokploy";
import type { GivenFile, ReadFormat } from "./formats/files";
import { readPortainer } from "./formats/portainer";
import { readRuntipi } from "./formats/runtipi";
import { type ImportIssue, Report } from "./report";
import { type ImportFormat, type ImportInput, LONGEST_FILE, type ReportLine } from "./schema";

/** `definition` is as an author would write it, without the lists that are empty, and is known to parse. */
export type Imported =
  | { ok: true; format: ImportFormat; definition: AppDefinitionInput; report: ReportLine[] }
  | { ok: false; format: ImportFormat; issues: ImportIssue[]; report: ReportLine[] };

/**
 * Turns an app of another format into a definition. Pure: nothing is fetched, and no file of the host is read.
 * Unsafe keys are left out and named; where a service cannot work without them the import is refused.
 * @returns the definition, or every issue found; either way the report says what became of each part
 */
export function importApp(input: ImportInput): Imported {
  const report = new Report();
  const files = input.files.map(({ name, content }): GivenFile => ({ name: tidyPath(name), content }));
  const { format: wanted = "auto", id, name } = input;
  const format = wanted === "auto" ? detectFormat(files) : wanted;
  checkSizes(files, report);
  const source = report.issues.length === 0 ? readers({ id, name })[format](files, report) : undefined;
  const wished = { ...(id && { id }), ...(name && { name }) };
  const definition = source && translateCompose(source, report, wished);
  if (definition && report.issues.length === 0) {
    const parsed = parseDefinition(definition);
    if (parsed.ok) return { ok: true, format, definition, report: report.lines };
    for (const { path, message } of parsed.issues) report.issue(path, message);
  }
  return { ok: false, format, issues: report.issues, report: report.lines };
}

function readers(choice: {
  id: string | undefined;
  name: string | undefined;
}): Record<ImportFormat, ReadFormat<ComposeSource>> {
  return {
    compose: readComposeFormat,
    coolify: readCoolify,
    dokploy: readDokploy,
    caprover: readCaprover,
    portainer: readPortainer({
      ...(choice.id && { id: choice.id }),
      ...(choice.name && { name: choice.name }),
    }),
    runtipi: readRuntipi,
  };
}

function checkSizes(files: readonly GivenFile[], report: Report): void {
  const names = new Set<string>();
  for (const { name, content } of files) {
    if (new TextEncoder().encode(content).byteLength > LONGEST_FILE)
      report.issue(name, "A file is at most 256 KiB long.");
    if (content.includes("\0")) report.issue(name, "The file holds a NUL character; give text.");
    if (names.has(name)) report.issue(name, "Two files have this name.");
    names.add(name);
  }
}
