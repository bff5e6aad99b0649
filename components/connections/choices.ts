import type { ConnectionChoice, ConnectionMode } from "@/lib/projects/connections/schema";

/** What was chosen for each requirement, by its id; null: to go without. */
export type Choices = Readonly<Record<string, { projectId: string; mode?: ConnectionMode } | null>>;

export function choicesOf(connections: readonly ConnectionChoice[]): Choices {
  return Object.fromEntries(
    connections.map(({ requirementId, projectId, mode }) => [requirementId, { projectId, mode }]),
  );
}

/** As they are sent: what one goes without is left out. */
export function toConnections(choices: Choices): ConnectionChoice[] {
  return Object.entries(choices).flatMap(([requirementId, choice]) =>
    choice ? [{ requirementId, ...choice }] : [],
  );
}
