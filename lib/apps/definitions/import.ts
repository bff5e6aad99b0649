import { lintDefinition } from "@/lib/app-definition/lint";
import { importApp } from "@/lib/app-import/import";
import { ImportInput, ImportResult } from "@/lib/app-import/schema";
import { operation } from "@/lib/operation/define";

export const importDefinition = operation({
  id: "apps.import",
  rest: "POST /api/apps/import",
  summary: "Turn a compose file or an app of another format into an app definition; nothing is saved.",
  mcp: {
    title: "Convert a compose file",
    about:
      "Turns a compose file, or an app of another format, into an app definition and reports what became of each part. Saves nothing.",
  },
  permission: "member",
  mutates: false,
  input: ImportInput,
  output: ImportResult,
  async run(_caller, input) {
    const imported = importApp(input);
    return imported.ok ? { ...imported, warnings: lintDefinition(imported.definition) } : imported;
  },
});
