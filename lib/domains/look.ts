import { asc, eq } from "drizzle-orm";
import { db } from "@/lib/db/client";
import { certificateTrouble } from "@/lib/edge/certificate-trouble";
import { type Met, meet } from "@/lib/edge/probe";
import { projects } from "@/lib/projects/table";
import { settings } from "@/lib/settings";
import { lookUp } from "./dns";
import type { DomainRecord } from "./on-domain";
import type { DomainFindings } from "./schema";
import { domains } from "./table";
import { together } from "./words";

const AT_ONCE = 8;
const DAY_MS = 86_400_000;

/** Looks at one domain, and writes down what was found. */
export async function lookAt(row: DomainRecord): Promise<DomainFindings> {
  const [dns, met, [project]] = await Promise.all([
    lookUp(row.hostname),
    meet(row.hostname),
    db().select({ stoppedAt: projects.stoppedAt }).from(projects).where(eq(projects.id, row.projectId)),
  ]);
  const findings = {
    dns,
    certificate: certificateOf(met, await certificateTrouble(row.hostname)),
    route: routeOf(met, project?.stoppedAt != null),
  };
  await db().update(domains).set({ findings, checkedAt: new Date() }).where(eq(domains.id, row.id));
  return findings;
}

function certificateOf({ certificate }: Met, trouble: string | undefined): DomainFindings["certificate"] {
  if (!certificate) {
    const reason = trouble ?? "The certificate is being asked for.";
    return { verdict: trouble ? "attention" : "waiting", reason, issuer: null, expiresAt: null };
  }
  const { issuer, expiresAt } = certificate;
  const daysLeft = (expiresAt.getTime() - Date.now()) / DAY_MS;
  const told = { issuer, expiresAt: expiresAt.toISOString() };
  // It is renewed after two thirds of its time; the trouble is old news while there is plenty left.
  if (trouble && daysLeft < 10)
    return { verdict: "attention", reason: `The certificate is about to expire. ${trouble}`, ...told };
  const own = settings().edge.acmeCa === "internal";
  return {
    verdict: "ok",
    reason: own ? "Made by this instance itself, for trying out." : `From ${issuer}.`,
    ...told,
  };
}

function routeOf({ certificate, status }: Met, stopped: boolean): DomainFindings["route"] {
  if (stopped) return { verdict: "waiting", reason: "The project is stopped.", status };
  if (status === null) {
    const reason = certificate ? "The edge did not answer." : "Asked once there is a certificate.";
    return { verdict: certificate ? "attention" : "waiting", reason, status };
  }
  if (status >= 502 && status <= 504)
    return { verdict: "attention", reason: `The app does not answer (${status}).`, status };
  return { verdict: "ok", reason: `The app answers ${status}.`, status };
}

const YOUNG_MS = 300_000;

/** Looks at all domains whose time has come. @returns in how many milliseconds to look again */
export async function lookAtAll({ all = false } = {}): Promise<number> {
  const rows = await db().select().from(domains).orderBy(asc(domains.checkedAt));
  const now = Date.now();
  const due = rows.filter((row) => all || (row.checkedAt?.getTime() ?? 0) + restOf(row, now) <= now);
  for (let at = 0; at < due.length; at += AT_ONCE) await Promise.all(due.slice(at, at + AT_ONCE).map(lookAt));
  return rows.some((row) => restOf(row, now) < 60_000) ? 5_000 : 60_000;
}

/** How long a finding stands. One that a person waits for is looked at often, for a while. */
function restOf({ findings, createdAt }: DomainRecord, now: number): number {
  if (together(findings).state === "working") return 600_000;
  return now - createdAt.getTime() < YOUNG_MS ? 5_000 : 60_000;
}
