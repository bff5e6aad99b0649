import { type Issue, Refusal } from "@/lib/access/refusal";
import { sourcesNotReady } from "./connections/source";
import { readConnections } from "./connections/stored";
import { isWired, wiringOf } from "./connections/wiring";
import { hasWorked } from "./draft-state";
import { unexposed } from "./exposures/choose";
import { measureFit, shortageInWords } from "./fit";
import { notConnected } from "./freeze";
import type { ProjectRecord } from "./on-project";
import { settingIssues } from "./variables/check";
import { settleVariables } from "./variables/settle";
import { openVariable, readVariables } from "./variables/stored";

/**
 * Whether a project may be deployed as it is: everything required is answered, the projects it uses are up, and before its first success the
 * machine is not measured as too small. Afterwards a small machine is only a warning.
 * @throws Refusal VALIDATION_ERROR with every open field, HOST_RESOURCES_INSUFFICIENT with the figures
 */
export async function assertDeployable(project: ProjectRecord): Promise<void> {
  const { definition } = project;
  const [rows, connections] = await Promise.all([readVariables(project.id), readConnections(project.id)]);
  const { wires, issues: unmet } = await wiringOf(project, rows.map(openVariable), connections);
  const unconnected = [...unmet, ...(await sourcesNotReady(wires))];
  const settled = await settleVariables(definition, rows, {});
  const missing = settled.missing.filter((place) => !isWired(wires, place));
  const issues = [...settingIssues(definition, rows, {}, { install: true }), ...openIssues(project, missing)];
  if (issues.length === 0 && unconnected.length > 0) throw notConnected(unconnected);
  if (issues.length > 0) {
    const message = `${project.name} is not ready to be deployed: some values are still open.`;
    throw new Refusal("VALIDATION_ERROR", { message, issues: [...issues, ...unconnected] });
  }
  if (await hasWorked(project.id)) return;
  const tooSmall = shortageInWords(definition.name, await measureFit(definition, project.resources));
  if (tooSmall) throw new Refusal("HOST_RESOURCES_INSUFFICIENT", { message: tooSmall });
}

/** What else stands in the way of deploying: endpoints that must be reached and are not, values that nothing gives. */
export function openIssues(
  { definition, exposures }: Pick<ProjectRecord, "definition" | "exposures">,
  missing: readonly string[],
): Issue[] {
  return [
    ...unexposed(definition, exposures),
    ...missing.map((place) => ({
      path: `env.${place.replace(": ", ".")}`,
      message: `${place} has no value.`,
    })),
  ];
}
