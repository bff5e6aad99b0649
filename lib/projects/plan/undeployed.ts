import { Refusal } from "@/lib/access/refusal";
import { placeholdersIn } from "@/lib/app-definition/placeholders";
import { servingDeployment } from "@/lib/deployments/serving";
import { connectedVariables } from "../connections/wiring";
import { freezeState } from "../freeze";
import { projectRecord } from "../on-project";
import { isAt } from "../variables/settle";
import type { Variable } from "../variables/stored";
import { fileChanges, limitChanges, routeChanges, variableChanges } from "./diff";
import type { Undeployed } from "./schema";
import { openVersion, type Version } from "./version";

/**
 * What the running version has otherwise, or lacks: variables, endpoints, limits and files, as the project is set up
 * now. Empty before the first success: then everything is still to be deployed, and nothing has changed.
 */
export async function undeployedChanges(projectId: string): Promise<Undeployed[]> {
  const serving = await servingDeployment(projectId);
  if (!serving) return [];
  try {
    const project = await projectRecord(projectId);
    const { variables, links } = await connectedVariables(project);
    const now = openVersion(projectId, freezeState(project, variables, links));
    return asMade(openVersion(projectId, serving.snapshot), now, variables);
  } catch (error) {
    // What cannot be resolved is told to whoever deploys; whoever reads settings can mend it.
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The changes that people made. What only follows from them, such as an address in a variable, is not counted twice. */
function asMade(before: Version, now: Version, variables: readonly Variable[]): Undeployed[] {
  const changed = variableChanges(before, now).map(({ service, key }) => ({
    ...{ kind: "variable" as const, service, key },
    follows: variables.some((one) => isAt(one, { service, key }) && isFilledIn(one)),
  }));
  const made: Undeployed[] = [
    ...changed.filter(({ follows }) => !follows).map(({ follows: _made, ...one }) => one),
    ...routeChanges(before, now)
      .filter(({ change }) => change !== "same")
      .map(({ service, port }) => ({ kind: "endpoint" as const, service, key: String(port) })),
    ...limitChanges(before, now).map(({ service, figure }) => ({
      kind: "limit" as const,
      service,
      key: figure,
    })),
  ];
  if (made.length > 0) return made;
  const files = fileChanges(before, now);
  return [
    ...changed.map(({ follows: _follows, ...one }) => one),
    ...files.map(({ service, path }) => ({ kind: "file" as const, service, key: path })),
  ];
}

function isFilledIn({ source, text }: Variable): boolean {
  return source === "definition" && placeholdersIn(text).length > 0;
}
