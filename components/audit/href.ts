import type { Route } from "next";
import type { AuditQuery } from "@/lib/audit/schema";

/** The page's address with something of the filter changed; any change begins at the newest again. */
export function auditHref(query: AuditQuery, change: Partial<AuditQuery>): Route {
  return `/settings/audit${asSearch({ ...query, cursor: undefined, ...change })}` as Route;
}

/** Where the log is downloaded as the filter shows it. */
export function exportHref(query: AuditQuery, format: "csv" | "jsonl"): string {
  return `/api/audit/export${asSearch({ ...query, cursor: undefined, format })}`;
}

function asSearch(wanted: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(wanted)) {
    if (value && !(key === "of" && value === "organization")) search.set(key, value);
  }
  return search.size > 0 ? `?${search}` : "";
}
