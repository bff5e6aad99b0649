import { hearChannel } from "@/lib/db/channel";

// Told by triggers on the tables: `organization:project`, or `*` when it is about the engine.
const CHANNEL = "roadstead_projects";

export type ProjectNotice = { organizationId: string; projectId: string };

/**
 * Hears which projects changed, of all organizations, until the returned function is called. Undefined is heard when
 * any of them may have.
 */
export async function hearProjectChanges(
  hear: (notice: ProjectNotice | undefined) => void,
): Promise<() => void> {
  return await hearChannel(CHANNEL, (text) => {
    if (text === undefined || text === "*") return hear(undefined);
    const at = text.indexOf(":");
    hear({ organizationId: text.slice(0, at), projectId: text.slice(at + 1) });
  });
}
