import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { type Issue, Refusal } from "@/lib/access/refusal";
import { ExposureChoice, SettingAnswers } from "@/lib/apps/schema";
import { db, type Transaction } from "@/lib/db/client";
import { claimDomains } from "@/lib/domains/claim";
import { operation } from "@/lib/operation/define";
import { chooseConnections } from "./connections/choose";
import { ConnectionChoice } from "./connections/schema";
import { readConnections, writeConnections } from "./connections/stored";
import { isDraft } from "./draft-state";
import { chooseExposures } from "./exposures/choose";
import { type EnginePorts, portsOnEngine, portView } from "./exposures/held-ports";
import { lockNamesAndPorts } from "./lock";
import { onProject, type ProjectRecord, projectRecord } from "./on-project";
import { Project, ProjectId, ProjectName, UpdateWindow } from "./schema";
import { readProject } from "./show";
import { projects } from "./table";
import { settingIssues } from "./variables/check";
import { settleVariables } from "./variables/settle";
import { readVariables, removeVariables, writeVariables } from "./variables/stored";

const Patch = z.object({
  projectId: ProjectId,
  name: ProjectName.optional(),
  settings: SettingAnswers.optional().meta({ description: "On a draft only; later use the settings route." }),
  endpoints: z
    .array(ExposureChoice)
    .max(64)
    .optional()
    .meta({ description: "Takes effect with the next deployment." }),
  connections: z
    .array(ConnectionChoice)
    .max(32)
    .optional()
    .meta({ description: "All of them. They take effect with the next deployment." }),
  pinned: z
    .boolean()
    .optional()
    .meta({ description: "Whether it stays on its version: updates are shown, and not applied." }),
  updateWindow: UpdateWindow.nullable().optional().meta({
    description: "When it is updated by itself, with what the caller may do then; null: people do it.",
  }),
});

export const patchProject = operation({
  id: "projects.patch",
  rest: "PATCH /api/projects/{projectId}",
  summary:
    "Rename a project, choose how its endpoints are reached or what it is connected to, pin its version, let it be updated by itself, or go on with a draft. All or nothing.",
  permission: "project:write",
  on: onProject,
  input: Patch,
  output: Project,
  async run(caller, { projectId, name, settings, endpoints, connections, pinned, updateWindow }) {
    const onEngine = endpoints && (await portsOnEngine(projectId));
    await db().transaction(async (tx) => {
      await lockNamesAndPorts(tx);
      const project = await projectRecord(projectId, tx, { lock: true });
      if (name !== undefined) await refuseTakenName(tx, project, name);
      if (settings) await saveDraftSettings(tx, project, settings);
      if (connections) await reconnect(tx, caller, project, connections);
      const exposures = onEngine && (await chosenExposures(tx, caller, project, { endpoints, onEngine }));
      await tx
        .update(projects)
        .set({
          name,
          exposures,
          updatedAt: new Date(),
          ...(pinned !== undefined && pinnedOf(project, pinned)),
          ...(updateWindow !== undefined && {
            automaticUpdates: updateWindow && { window: updateWindow, by: caller.userId },
          }),
        })
        .where(eq(projects.id, projectId));
      if (exposures) await claimDomains(tx, caller, projectId, exposures);
    });
    return await readProject(caller, projectId);
  },
});

/** Pinned since it was first asked for. */
function pinnedOf({ pinnedAt }: ProjectRecord, pinned: boolean) {
  return { pinnedAt: pinned ? (pinnedAt ?? new Date()) : null };
}

async function refuseTakenName(
  tx: Transaction,
  { id, organizationId }: ProjectRecord,
  name: string,
): Promise<void> {
  const [other] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.name, name), ne(projects.id, id)));
  if (!other) return;
  const message = `A project is called “${name}” already. Choose another name.`;
  throw new Refusal("PROJECT_NAME_TAKEN", { message, issues: [{ path: "name", message }] });
}

async function saveDraftSettings(
  tx: Transaction,
  { id, definition }: ProjectRecord,
  settings: SettingAnswers,
) {
  if (!(await isDraft(tx, id))) {
    refuse([
      { path: "settings", message: "This project is installed; change its settings on its settings page." },
    ]);
  }
  const rows = await readVariables(id, tx);
  refuse(settingIssues(definition, rows, settings, { install: true, draft: true }));
  const { writes, removals } = await settleVariables(definition, rows, settings);
  await removeVariables(tx, removals);
  await writeVariables(tx, id, writes);
}

async function reconnect(
  tx: Transaction,
  caller: Caller,
  project: ProjectRecord,
  choices: ConnectionChoice[],
): Promise<void> {
  const stored = await readConnections(project.id, tx);
  const { connections, issues } = await chooseConnections(tx, caller, project, { choices, stored });
  refuse(issues);
  await writeConnections(tx, project.id, connections);
}

async function chosenExposures(
  tx: Transaction,
  caller: Caller,
  { id, definition, exposures: saved }: ProjectRecord,
  { endpoints = [], onEngine }: { endpoints: ExposureChoice[] | undefined; onEngine: EnginePorts },
) {
  const ports = await portView(tx, caller, onEngine, id);
  const { exposures, issues, conflicts } = await chooseExposures(definition, endpoints, saved, ports);
  refuse(issues);
  const [first] = conflicts;
  if (first) throw new Refusal("HOST_PORT_TAKEN", { message: first.message, issues: conflicts });
  return exposures.map(({ conflict: _none, ...exposure }) => exposure);
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}
