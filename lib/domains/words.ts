import type { ProjectRecord } from "@/lib/projects/on-project";
import { settings } from "@/lib/settings";
import type { DomainRecord } from "./on-domain";
import type { Domain, DomainFindings } from "./schema";

/** A domain as the API shows it; `problem` is the edge's. Pure. */
export function toDomain(
  row: DomainRecord,
  { exposures }: Pick<ProjectRecord, "exposures">,
  problem: string | undefined,
): Domain {
  const endpoint = exposures.find(({ service, port }) => service === row.service && port === row.port);
  return {
    ...{ id: row.id, projectId: row.projectId, service: row.service, port: row.port, hostname: row.hostname },
    label: endpoint?.label ?? `${row.service}:${row.port}`,
    url: urlOf(row.hostname),
    main: isMain(row, exposures),
    ...(problem ? { state: "action_required" as const, reason: problem } : together(row.findings)),
    findings: row.findings,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The address that people open. */
export function urlOf(hostname: string): string {
  const { httpsPort } = settings().edge;
  return httpsPort === 443 ? `https://${hostname}` : `https://${hostname}:${httpsPort}`;
}

/** Whether the app is told this domain as its address. */
export function isMain(
  row: Pick<DomainRecord, "service" | "port" | "hostname">,
  exposures: ProjectRecord["exposures"],
): boolean {
  return exposures.some(
    ({ service, port, mode, domain }) =>
      mode === "domain" && service === row.service && port === row.port && domain === row.hostname,
  );
}

/** The parts of a look together: the first thing that somebody has to do, else the first that is waited for. */
export function together(findings: DomainFindings | null): Pick<Domain, "state" | "reason"> {
  if (!findings) return { state: "checking", reason: "Not looked at yet." };
  const parts = [findings.dns, findings.certificate, findings.route];
  const attention = parts.find(({ verdict }) => verdict === "attention");
  if (attention) return { state: "action_required", reason: attention.reason };
  const waiting = parts.find(({ verdict }) => verdict === "waiting");
  if (waiting) return { state: "waiting", reason: waiting.reason };
  return { state: "working", reason: "It works." };
}
