import { and, eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { allows } from "@/lib/access/permissions";
import type { Issue } from "@/lib/access/refusal";
import type { AppDefinition } from "@/lib/app-definition/schema";
import type { Transaction } from "@/lib/db/client";
import type { ProjectRecord } from "../on-project";
import { projects } from "../table";
import { visibleProjects } from "../visible";
import { type Bundle, bundleFor } from "./bundle";
import { handOver } from "./hand-over";
import type { ConnectionChoice, ConnectionMode } from "./schema";
import { openSource } from "./source";
import type { NewConnection, StoredConnection } from "./stored";
import { named } from "./wiring";

type Requirement = AppDefinition["requires"][number];
type Reader = Pick<Transaction, "select" | "selectDistinct">;
type User = Pick<ProjectRecord, "definition"> & { id?: string };

/** A choice that may be stored, with the project that it leads to. */
export type Connected = NewConnection & { source: ProjectRecord | null };
export type Chosen = { connections: Connected[]; issues: Issue[] };

/**
 * What an installation is to be connected to, each choice checked as it stands now.
 * @param choices all of them; undefined keeps what is stored
 */
export async function chooseConnections(
  tx: Reader,
  caller: Caller,
  user: User,
  {
    choices,
    stored,
  }: { choices: readonly ConnectionChoice[] | undefined; stored: readonly StoredConnection[] },
): Promise<Chosen> {
  const chosen: Chosen = { connections: [], issues: [] };
  const asked = choices ?? stored.map(({ requirementId, mode }) => ({ requirementId, projectId: "", mode }));
  for (const [at, choice] of asked.entries()) {
    const kept = stored.find((one) => one.requirementId === choice.requirementId);
    const isKept = kept && (!choices || isSame(kept, choice));
    const repeated = asked.findIndex(({ requirementId }) => requirementId === choice.requirementId) !== at;
    const result = repeated
      ? issue("requirementId", "This requirement is answered twice.")
      : isKept
        ? { ...kept, goneName: kept.goneName }
        : await check(tx, caller, user, choice);
    if ("message" in result) chosen.issues.push({ ...result, path: `connections.${at}.${result.path}` });
    else chosen.connections.push(result);
  }
  return chosen;
}

function isSame(stored: StoredConnection, { projectId, mode }: ConnectionChoice): boolean {
  return stored.sourceProjectId === projectId && (mode === undefined || mode === stored.mode);
}

async function check(
  tx: Reader,
  caller: Caller,
  user: User,
  { requirementId, projectId, mode }: ConnectionChoice,
): Promise<Connected | Issue> {
  const requirement = user.definition.requires.find(({ id }) => id === requirementId);
  if (!requirement) return issue("requirementId", `${user.definition.name} requires nothing of this name.`);
  if (projectId === user.id) return issue("projectId", "A project cannot be connected to itself.");
  const [source] = await tx
    .select()
    .from(projects)
    .where(and(visibleProjects(caller), eq(projects.id, projectId)));
  if (!source) return issue("projectId", "There is no such project, or you may not see it.");
  const bundle = bundleFor(source.definition, requirement);
  if (!bundle) return issue("projectId", `${source.name} provides nothing that fits ${named(requirement)}.`);
  const offer = await offerOf(tx, caller, user, requirement, { source, bundle });
  if (offer.refused) return issue("projectId", offer.refused);
  const wanted = mode ?? offer.defaultMode;
  const refused = offer.modes[wanted];
  if (refused) return issue("mode", refused);
  return {
    ...{ requirementId, sourceProjectId: source.id, goneName: null, provideId: bundle.provideId },
    ...{ mode: wanted, source },
  };
}

/** What connecting to a source would come to: per mode, the reason why it cannot be. */
export type Offer = {
  modes: Record<ConnectionMode, string | null>;
  defaultMode: ConnectionMode;
  keys: string[];
  refused: string | undefined;
};

/** Both modes of one source, tried. Handing over secrets asks for what showing them asks for. */
export async function offerOf(
  tx: Reader,
  caller: Caller,
  user: User,
  requirement: Requirement,
  { source, bundle }: { source: ProjectRecord; bundle: Bundle },
): Promise<Offer> {
  const open = await openSource(source, tx);
  const modes: Offer["modes"] = { internal: null, public: null };
  const keys = new Set<string>();
  let secret = false;
  for (const mode of ["internal", "public"] as const) {
    const handed = "refused" in open ? open : handOver(user, requirement, { source: open, bundle, mode });
    if ("refused" in handed) {
      modes[mode] = handed.refused;
      continue;
    }
    for (const { key } of handed.variables) keys.add(key);
    secret ||= handed.variables.some((variable) => variable.secret);
  }
  const preferred = requirement.mode ?? "internal";
  const other = preferred === "internal" ? "public" : "internal";
  const mayHand =
    !secret ||
    allows(caller.grants, { type: "project", id: source.id, organizationId: source.organizationId }, "write");
  return {
    modes,
    defaultMode: modes[preferred] !== null && modes[other] === null ? other : preferred,
    keys: [...keys],
    refused: mayHand
      ? undefined
      : `This hands over secrets of ${source.name}, and you may only read that project.`,
  };
}

function issue(path: string, message: string): Issue {
  return { path, message };
}
