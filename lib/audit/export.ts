import { z } from "zod";
import { subscription } from "@/lib/operation/define";
import { onLog } from "./permitted";
import { chainAsked, readRows } from "./rows";
import { auditWords, outcomeWords } from "./rules";
import { type AuditEvent, AuditFilter } from "./schema";

const PAGE = 500;

export const exportAudit = subscription({
  id: "audit.export",
  rest: "GET /api/audit/export",
  summary: "Download the log, or what a filter lets through, newest first, as CSV or as JSON lines.",
  permission: "organization:admin",
  on: onLog,
  input: AuditFilter.extend({
    format: z.enum(["csv", "jsonl"], { error: "Choose csv or jsonl." }).default("csv"),
  }),
  output: z.string(),
  download: {
    name: "audit",
    types: { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" },
  },
  run(caller, { format, ...filter }, signal) {
    return lines(chainAsked(filter, caller.organizationId), filter, format, signal);
  },
});

/** A page of rows at a time, and the next one only when that has been sent: how long the log is does not matter. */
async function* lines(chain: string, filter: AuditFilter, format: "csv" | "jsonl", signal: AbortSignal) {
  if (format === "csv") yield { data: `${COLUMNS.map(([name]) => name).join(",")}\r\n` };
  const write = format === "csv" ? csvLine : (row: AuditEvent) => `${JSON.stringify(row)}\n`;
  let before: number | undefined;
  while (!signal.aborted) {
    const rows = await readRows(chain, filter, { before, limit: PAGE });
    if (rows.length > 0) yield { data: rows.map(write).join("") };
    if (rows.length < PAGE) return;
    before = rows.at(-1)?.seq;
  }
}

const COLUMNS: [name: string, read: (row: AuditEvent) => string | number | null | undefined][] = [
  ["seq", ({ seq }) => seq],
  ["at", ({ at }) => at],
  ["operation", ({ operation }) => operation],
  ["outcome", ({ outcome }) => outcome],
  ["in_words", ({ operation, outcome }) => `${auditWords(operation)}: ${outcomeWords(outcome)}`],
  ["user_id", ({ user }) => user?.id],
  ["user_name", ({ user }) => user?.name],
  ["user_email", ({ user }) => user?.email],
  ["caller", ({ callerKind }) => callerKind],
  ["credential_id", ({ credential }) => credential?.id],
  ["credential_name", ({ credential }) => credential?.name],
  ["address", ({ address }) => address],
  ["resource_id", ({ resource }) => resource?.id],
  ["resource_name", ({ resource }) => resource?.name],
  [
    "details",
    ({ details }) =>
      Object.entries(details)
        .map(([key, value]) => `${key}=${value}`)
        .join(" "),
  ],
  ["hash", ({ hash }) => hash],
];

function csvLine(row: AuditEvent): string {
  return `${COLUMNS.map(([, read]) => csvCell(read(row))).join(",")}\r\n`;
}

// A spreadsheet runs a cell that begins so as a formula; names are what people chose.
const FORMULA = /^[=+\-@\t\r]/;

/** A cell as RFC 4180 writes it, in quotes, with a formula disarmed by an apostrophe. */
function csvCell(value: string | number | null | undefined): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
