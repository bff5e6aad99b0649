import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import { Refusal } from "@/lib/access/refusal";
import type { Transaction } from "@/lib/db/client";
import type { Exposure } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { dashboardOrigins } from "@/lib/settings";
import { domains } from "./table";

/** How many domains one project may have. */
const MOST_DOMAINS = 50;

type Claim = Pick<Exposure, "service" | "port"> & { hostname: string };

/** Why a project cannot have a hostname, as a sentence; undefined when it can. */
export async function whyTaken(
  tx: Pick<Transaction, "select">,
  caller: Caller,
  hostname: string,
  projectId: string | undefined,
): Promise<string | undefined> {
  if (dashboardOrigins().some((origin) => new URL(origin).hostname === hostname)) {
    return `${hostname} is the address of Roadstead itself. Choose another one.`;
  }
  const [found] = await tx
    .select({ id: projects.id, name: projects.name, organizationId: projects.organizationId })
    .from(domains)
    .innerJoin(projects, eq(projects.id, domains.projectId))
    .where(eq(domains.hostname, hostname));
  if (!found || found.id === projectId) return undefined;
  const { id, organizationId } = found;
  // Which project it is tells nothing to somebody who may not see it.
  const readable = allows(caller.grants, { type: "project", id, organizationId }, "read");
  return `${hostname} leads to ${readable ? `the project “${found.name}”` : "another project on this server"} already. Choose another one.`;
}

/**
 * Gives a hostname to a project's endpoint; one that the project has already leads there from now on.
 * @returns the row's id
 * @throws Refusal DOMAIN_TAKEN, TOO_MANY_DOMAINS
 */
export async function claimDomain(
  tx: Transaction,
  caller: Caller,
  projectId: string,
  { service, port, hostname }: Claim,
): Promise<string> {
  const taken = await whyTaken(tx, caller, hostname, projectId);
  if (taken) throw takenBy(taken);
  const own = await tx
    .select({ hostname: domains.hostname })
    .from(domains)
    .where(eq(domains.projectId, projectId));
  if (own.length >= MOST_DOMAINS && !own.some((one) => one.hostname === hostname)) {
    const message = `A project may have ${MOST_DOMAINS} domains. Remove one first.`;
    throw new Refusal("TOO_MANY_DOMAINS", { message });
  }
  const [row] = await tx
    .insert(domains)
    .values({ projectId, service, port, hostname, createdBy: caller.userId })
    .onConflictDoUpdate({
      target: domains.hostname,
      set: { service, port },
      // Two at the same moment: the row belongs to whoever came first.
      setWhere: eq(domains.projectId, projectId),
    })
    .returning({ id: domains.id });
  if (!row) throw takenBy(`${hostname} leads to another project on this server already. Choose another one.`);
  return row.id;
}

function takenBy(message: string): Refusal {
  return new Refusal("DOMAIN_TAKEN", { message, issues: [{ path: "hostname", message }] });
}

/** Gives a project the domains that its endpoints are reached by. What it had besides stays its own. */
export async function claimDomains(
  tx: Transaction,
  caller: Caller,
  projectId: string,
  exposures: readonly Exposure[],
): Promise<void> {
  for (const { mode, domain, service, port } of exposures) {
    if (mode === "domain" && domain)
      await claimDomain(tx, caller, projectId, { service, port, hostname: domain });
  }
}
