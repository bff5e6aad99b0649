import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import { importApp } from "./import";
import type { ImportInput } from "./schema";

type Rest = Omit<ImportInput, "files">;

/** Imports files given by name. */
export function given(files: Record<string, string>, rest: Rest = {}) {
  return importApp({ files: Object.entries(files).map(([name, content]) => ({ name, content })), ...rest });
}

/** Imports files that must be fine, and gives the definition and the report by kind. */
export function whole(files: Record<string, string>, rest?: Rest) {
  const result = given(files, rest);
  if (!result.ok) throw new Error(`The import was refused: ${JSON.stringify(result.issues)}`);
  const paths = (kind: string) => result.report.filter((line) => line.kind === kind).map(({ path }) => path);
  return { ...result, ...partsOf(result.definition), paths };
}

/** Imports one compose service, written as lines below its name `web`. */
export function service(lines: string, top = "") {
  const indented = lines.trim().replaceAll(/^/gm, "    ");
  return given({
    "docker-compose.yml": `services:\n  web:\n    image: example/web:1.2\n${indented}\n${top}`,
  });
}

function partsOf({ services = [], settings = [], configFields = [] }: AppDefinitionInput) {
  return {
    services: Object.fromEntries(services.map((one) => [one.name, one])),
    fields: settings.flatMap((group) => group.fields),
    secrets: configFields,
  };
}
