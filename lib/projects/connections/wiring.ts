import type { Issue } from "@/lib/access/refusal";
import { type AppDefinition, inLocale } from "@/lib/app-definition/schema";
import { db, type Transaction } from "@/lib/db/client";
import type { ProjectRecord } from "../on-project";
import { isAt, isTyped } from "../variables/settle";
import { openVariable, readVariables, type Variable } from "../variables/stored";
import { bundleFor, receivers } from "./bundle";
import { handOver } from "./hand-over";
import { linkNetwork } from "./hosts";
import type { ConnectionMode } from "./schema";
import { openSource } from "./source";
import { readConnections } from "./stored";

type Reader = Pick<Transaction, "select" | "selectDistinct">;
type Requirement = AppDefinition["requires"][number];
/** A network that exactly two projects share: some services of the one reach some of the other. */
export type Link = {
  network: string;
  source: { projectId: string; slug: string; name: string };
  /** Services of the source that are reached, and services of the user that reach them. */
  services: string[];
  users: string[];
};
/** One requirement and what it came to. */
export type Wire = {
  requirement: Requirement;
  source: ProjectRecord;
  mode: ConnectionMode;
  variables: Variable[];
  /** Where a person typed a value of their own, which wins. */
  typed: { service: string; key: string }[];
  link: Link | undefined;
};
export type Wiring = { wires: Wire[]; issues: Issue[] };
type Given = {
  requirementId: string;
  source: ProjectRecord | null;
  goneName: string | null;
  mode: ConnectionMode;
};

/**
 * What a project's connections give it, as its sources are now. Nothing is left out silently: a requirement that
 * nothing meets is an issue with the path `connections.<requirementId>`, unless it is optional and was left out, or
 * people typed its variable themselves.
 */
export async function wiringOf(
  user: Pick<ProjectRecord, "slug" | "definition">,
  variables: readonly Variable[],
  connections: readonly Given[],
  from: Reader = db(),
): Promise<Wiring> {
  const { definition } = user;
  const typed = variables.filter((one) => isTyped(definition, one));
  const wires: Wire[] = [];
  const issues: Issue[] = [];
  for (const requirement of definition.requires) {
    const given = connections.find(({ requirementId }) => requirementId === requirement.id);
    const byHand = receivers(definition, requirement).every((service) =>
      typed.some((one) => isAt(one, { service, key: requirement.envKey })),
    );
    const wire = given?.source
      ? await connect(user, requirement, { source: given.source, mode: given.mode }, { typed, from })
      : undefined;
    const refused = wire && "refused" in wire ? wire.refused : wire ? undefined : unmet(requirement, given);
    if (wire && !("refused" in wire)) wires.push(wire);
    else if (refused && !byHand) issues.push({ path: `connections.${requirement.id}`, message: refused });
  }
  return { wires, issues };
}

/** A project's variables as a deployment would have them, with the networks that its connections need. */
export async function connectedVariables(
  project: Pick<ProjectRecord, "id" | "slug" | "definition">,
  from: Reader = db(),
): Promise<{ variables: Variable[]; links: Link[]; issues: Issue[] }> {
  const [rows, connections] = await Promise.all([
    readVariables(project.id, from),
    readConnections(project.id, from),
  ]);
  const stored = rows.map(openVariable);
  const { wires, issues } = await wiringOf(project, stored, connections, from);
  return { variables: withWired(stored, wires), links: linksOf(wires), issues };
}

/** A project's own variables and those that connections give, each place once. */
export function withWired(variables: readonly Variable[], wires: readonly Wire[]): Variable[] {
  const wired = wires.flatMap(({ variables }) => variables);
  return [
    ...variables.filter((own) => !wired.some((one) => isAt(one, own))),
    ...wired.filter((one, at) => wired.findIndex((other) => isAt(other, one)) === at),
  ];
}

/** Whether a connection gives the variable at a place such as `web: DATABASE_URL`. */
export function isWired(wires: readonly Wire[], place: string): boolean {
  return wires.some(({ variables }) => variables.some(({ service, key }) => `${service}: ${key}` === place));
}

/** The networks to make, each once however many requirements one source meets. */
export function linksOf(wires: readonly Wire[]): Link[] {
  const links = wires.flatMap(({ link }) => link ?? []);
  return [...Map.groupBy(links, ({ network }) => network).values()].flatMap(([first, ...more]) =>
    first
      ? {
          ...first,
          services: [...new Set([first, ...more].flatMap(({ services }) => services))],
          users: [...new Set([first, ...more].flatMap(({ users }) => users))],
        }
      : [],
  );
}

async function connect(
  user: Pick<ProjectRecord, "slug" | "definition">,
  requirement: Requirement,
  { source, mode }: { source: ProjectRecord; mode: ConnectionMode },
  { typed, from }: { typed: readonly Variable[]; from: Reader },
): Promise<Wire | { refused: string }> {
  const bundle = bundleFor(source.definition, requirement);
  if (!bundle)
    return { refused: `${source.name} provides nothing any more that fits ${named(requirement)}.` };
  const open = await openSource(source, from);
  const handed = "refused" in open ? open : handOver(user, requirement, { source: open, bundle, mode });
  if ("refused" in handed) return handed;
  const isOwn = (place: { service: string; key: string }) => typed.some((one) => isAt(one, place));
  const variables = handed.variables.filter((variable) => !isOwn(variable));
  const users = [...new Set(variables.map(({ service }) => service))];
  return {
    ...{ requirement, source, mode, variables },
    typed: handed.variables.filter(isOwn).map(({ service, key }) => ({ service, key })),
    link:
      mode === "internal" && handed.services.length > 0 && users.length > 0
        ? {
            network: linkNetwork(user.slug, source.slug),
            source: { projectId: source.id, slug: source.slug, name: source.name },
            services: handed.services,
            users,
          }
        : undefined,
  };
}

function unmet(requirement: Requirement, given: Given | undefined): string | undefined {
  const { envKey, optional } = requirement;
  if (given) {
    const gone = given.goneName ?? "a project";
    return `${named(requirement)} came from ${gone}, which was uninstalled. Choose another project for it, or set ${envKey} yourself.`;
  }
  if (optional) return undefined;
  return `Choose the project that provides ${named(requirement)}, or set ${envKey} yourself.`;
}

/** A requirement as people know it. */
export function named({ label }: Pick<Requirement, "label">): string {
  return `“${inLocale(label)}”`;
}
