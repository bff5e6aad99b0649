import type { Metadata } from "next";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditTable } from "@/components/audit/audit-table";
import { VerifyCard } from "@/components/audit/verify-card";
import { NotTheirs } from "@/components/shell/settings/not-theirs";
import { SettingsPage } from "@/components/shell/settings/page";
import { listAudit } from "@/lib/audit";
import { AuditQuery } from "@/lib/audit/schema";
import { requireCaller } from "@/lib/auth/page-caller";
import { readable } from "@/lib/http/readable";
import { verifyAuditAction } from "./actions";

export const metadata: Metadata = { title: "Audit" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditPage({ searchParams }: Props) {
  const caller = await requireCaller("/settings/audit");
  const { query, problem } = readQuery(await searchParams);
  const page = await readable(() => listAudit(caller, query));
  if (!page) {
    const words =
      "Who administers the organization reads its audit log. Ask one of them, if you need to know something of it.";
    return <NotTheirs title="Audit" words={words} />;
  }
  return (
    <SettingsPage
      title="Audit"
      lead="Who changed what, from where, and what was refused. Nobody can alter a row without it being found."
    >
      <AuditFilters query={query} problem={problem} instanceAdmin={caller.instanceAdmin} />
      <AuditTable page={page} query={query} />
      <VerifyCard key={query.of} query={query} verify={verifyAuditAction.bind(null, query.of)} />
    </SettingsPage>
  );
}

// What the form sends for a field that lets everything through.
const ANYTHING = new Set<unknown>(["", "all"]);

/** A filter out of the address; what cannot be meant is left out, and said. */
function readQuery(given: Record<string, unknown>): { query: AuditQuery; problem?: string } {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => !ANYTHING.has(value)));
  const parsed = AuditQuery.safeParse(filled);
  if (parsed.success) return { query: parsed.data };
  return { query: AuditQuery.parse({}), problem: parsed.error.issues[0]?.message };
}
