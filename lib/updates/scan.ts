import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { runScan } from "./scan/run-scan";
import { ScanResult } from "./schema";

export const scanUpdates = operation({
  id: "updates.scan",
  rest: "POST /api/updates/scan",
  summary:
    "Ask upstream about every project of the organization: registries for newer publications, the catalog for newer definitions. Nothing is pulled. A comparison under way is joined.",
  mcp: {
    title: "Check for updates",
    about:
      "Asks registries and the catalog what is newer than what runs, for all projects of the organization. Pulls and changes nothing; can take a minute. Read the outcome with updates.list.",
    idempotent: true,
  },
  permission: "project:scan",
  input: z.object({}),
  output: ScanResult,
  run: ({ organizationId }) => runScan(organizationId),
});
