import type { Caller } from "@/lib/access/caller";
import { type Issue, Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { Transaction } from "@/lib/db/client";
import { type Connected, chooseConnections } from "@/lib/projects/connections/choose";
import { sourcesNotReady } from "@/lib/projects/connections/source";
import { readConnections } from "@/lib/projects/connections/stored";
import { isWired, type Wire, wiringOf } from "@/lib/projects/connections/wiring";
import { type ChosenExposure, chooseExposures } from "@/lib/projects/exposures/choose";
import { type EnginePorts, portsOnEngine, portView } from "@/lib/projects/exposures/held-ports";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { withProfiles } from "@/lib/projects/resources/profiles";
import { settingIssues } from "@/lib/projects/variables/check";
import { isAt, type Settled, settleVariables } from "@/lib/projects/variables/settle";
import {
  openVariable,
  readVariables,
  type Variable,
  type VariableRow,
} from "@/lib/projects/variables/stored";
import { volumesOnEngine } from "./engine-volumes";
import { freeSlug, nameInstallation } from "./names";
import type { InstallInput } from "./schema";

/** What the engine holds, read before any transaction since an engine may take its time. */
export type Host = { ports: EnginePorts; volumes: ReadonlySet<string> | undefined };

/** An installation thought through and not yet made. */
export type Prepared = {
  definition: AppDefinition;
  name: string;
  slug: string;
  draft: ProjectRecord | undefined;
  exposures: ChosenExposure[];
  resources: ProjectRecord["resources"];
  rows: VariableRow[];
  settled: Settled;
  connections: Connected[];
  wires: Wire[];
  problems: { wrong: Issue[]; nameTaken: Issue[]; portTaken: Issue[] };
};

/** Reads the engine's side; nothing is held as far as is known when it does not answer. */
export async function readHost(): Promise<Host> {
  const [ports, volumes] = await Promise.all([portsOnEngine(), volumesOnEngine()]);
  return { ports, volumes };
}

/**
 * Everything that an installation will make, as the database and the engine are now. It touches nothing.
 * @param complete whether everything must be answered, as for a deployment, or may stay open, as in a draft
 */
export async function prepareInstall(
  tx: Pick<Transaction, "select" | "selectDistinct">,
  caller: Caller,
  definition: AppDefinition,
  input: InstallInput,
  { host, complete }: { host: Host; complete: boolean },
): Promise<Prepared> {
  const naming = await nameInstallation(tx, caller.organizationId, definition, input);
  const { name, draft } = naming;
  const ports = await portView(tx, caller, host.ports, draft?.id);
  const chosen = await chooseExposures(definition, input.endpoints ?? [], draft?.exposures ?? [], ports);
  const slug = draft?.slug ?? (await freeSlug(tx, name, definition.id, host.volumes ?? new Set()));
  const rows = draft ? await readVariables(draft.id, tx) : [];
  const answers = input.settings ?? {};
  const wrong = settingIssues(definition, rows, answers, { install: true, draft: !complete });
  const settled = await settleVariables(definition, rows, answers);
  const wired = await connectInstall(
    tx,
    caller,
    { definition, slug, draft, rows, settled },
    input.connections,
  );
  const missing = settled.missing.filter((place) => !isWired(wired.wires, place));
  return {
    ...{ definition, name, slug, draft, rows, settled, exposures: chosen.exposures },
    resources: withProfiles(draft?.resources ?? {}, definition),
    ...{ connections: wired.connections, wires: wired.wires },
    problems: {
      wrong: [
        ...wrong,
        ...unsupported(input),
        ...chosen.issues,
        ...wired.issues,
        ...(complete ? [...chosen.incomplete, ...wired.unmet, ...missing.map(withoutValue)] : []),
      ],
      nameTaken: naming.taken ? [{ path: "name", message: naming.taken }] : [],
      portTaken: chosen.conflicts,
    },
  };
}

/** The variables that the installation will have of its own: what stays of the draft, and what is written anew. */
export function settledVariables({ rows, settled }: Pick<Prepared, "rows" | "settled">): Variable[] {
  const changed = [...settled.writes, ...settled.removals];
  const kept = rows.filter((row) => !changed.some((one) => isAt(one, row)));
  return [...kept.map(openVariable), ...settled.writes];
}

/** What it is connected to, and what that gives; `unmet` stands in the way of deploying only. */
async function connectInstall(
  tx: Pick<Transaction, "select" | "selectDistinct">,
  caller: Caller,
  {
    definition,
    slug,
    draft,
    rows,
    settled,
  }: Pick<Prepared, "definition" | "slug" | "draft" | "rows" | "settled">,
  choices: InstallInput["connections"],
) {
  const stored = draft ? await readConnections(draft.id, tx) : [];
  const user = { id: draft?.id, definition };
  const { connections, issues } = await chooseConnections(tx, caller, user, { choices, stored });
  const wiring = await wiringOf({ slug, definition }, settledVariables({ rows, settled }), connections, tx);
  const unmet = [...wiring.issues, ...(await sourcesNotReady(wiring.wires, tx))];
  const refused = (id: string) =>
    issues.some(({ path }) => choices?.[Number(path.split(".")[1])]?.requirementId === id);
  return {
    ...{ connections, issues, wires: wiring.wires },
    unmet: unmet.filter(({ path }) => !refused(path.slice("connections.".length))),
  };
}

/** @throws Refusal VALIDATION_ERROR, PROJECT_NAME_TAKEN or HOST_PORT_TAKEN, with every problem beside its field */
export function refuseProblems({ problems: { wrong, nameTaken, portTaken } }: Prepared): void {
  const issues = [...nameTaken, ...wrong, ...portTaken];
  if (wrong.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
  if (nameTaken[0]) throw new Refusal("PROJECT_NAME_TAKEN", { message: nameTaken[0].message, issues });
  if (portTaken[0]) throw new Refusal("HOST_PORT_TAKEN", { message: portTaken[0].message, issues });
}

function unsupported({ serverId }: InstallInput): Issue[] {
  return [
    ...(serverId !== undefined
      ? [
          {
            path: "serverId",
            message: "This version installs on its own machine only; leave the server out.",
          },
        ]
      : []),
  ];
}

function withoutValue(place: string): Issue {
  const [service = "", key = ""] = place.split(": ");
  return { path: `settings.${service}.${key}`, message: `Nothing gives ${key} of ${service} a value.` };
}
