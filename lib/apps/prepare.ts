import type { Caller } from "@/lib/access/caller";
import { type Issue, Refusal } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { Transaction } from "@/lib/db/client";
import { type ChosenExposure, chooseExposures } from "@/lib/projects/exposures/choose";
import { type EnginePorts, portsOnEngine, portView } from "@/lib/projects/exposures/held-ports";
import type { ProjectRecord } from "@/lib/projects/on-project";
import { withProfiles } from "@/lib/projects/resources/profiles";
import { settingIssues } from "@/lib/projects/variables/check";
import { type Settled, settleVariables } from "@/lib/projects/variables/settle";
import { readVariables, type VariableRow } from "@/lib/projects/variables/stored";
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
  tx: Pick<Transaction, "select">,
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
  return {
    ...{ definition, name, slug, draft, rows, settled, exposures: chosen.exposures },
    resources: withProfiles(draft?.resources ?? {}, definition),
    problems: {
      wrong: [
        ...wrong,
        ...unsupported(input),
        ...chosen.issues,
        ...(complete ? [...chosen.incomplete, ...settled.missing.map(withoutValue)] : []),
      ],
      nameTaken: naming.taken ? [{ path: "name", message: naming.taken }] : [],
      portTaken: chosen.conflicts,
    },
  };
}

/** @throws Refusal VALIDATION_ERROR, PROJECT_NAME_TAKEN or HOST_PORT_TAKEN, with every problem beside its field */
export function refuseProblems({ problems: { wrong, nameTaken, portTaken } }: Prepared): void {
  const issues = [...nameTaken, ...wrong, ...portTaken];
  if (wrong.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
  if (nameTaken[0]) throw new Refusal("PROJECT_NAME_TAKEN", { message: nameTaken[0].message, issues });
  if (portTaken[0]) throw new Refusal("HOST_PORT_TAKEN", { message: portTaken[0].message, issues });
}

function unsupported({ connections = [], serverId }: InstallInput): Issue[] {
  return [
    ...(connections.length > 0
      ? [{ path: "connections", message: "This version cannot connect projects yet; leave connections out." }]
      : []),
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
