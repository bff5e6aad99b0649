import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { announce, type Fact } from "@/lib/notifications";
import type { Comparison } from "../compare/compare";
import { releaseNotesOf } from "../release-notes";
import type { RunningProject } from "../running-projects";

/** The update that a comparison has found for a project, to be told; undefined when there is none, or nobody wants one. */
export function factOfUpdate(
  { id: projectId, organizationId, definition, pinnedAt }: RunningProject["project"],
  compared: Comparison,
): Fact | undefined {
  if (!compared.behind || !compared.target || pinnedAt !== null) return undefined;
  const { current: from, latest: to, target } = compared;
  const releaseNotes = releaseNotesOf(target.definition.repository ?? definition.repository);
  const about = { from, to, releaseNotes };
  return { event: "update.available", organizationId, projectId, key: keyOf(compared), about };
}

/** The same update has the same key, whatever else a comparison learns about it. */
function keyOf({ kind, services, target }: Comparison): string {
  const what =
    kind === "image"
      ? services.flatMap(({ name, latestTag, latestDigest }) =>
          latestTag ? [[name, latestTag, latestDigest]] : [],
        )
      : target?.definition.services;
  return createHash("sha256")
    .update(JSON.stringify([kind, what]))
    .digest("hex")
    .slice(0, 32);
}

/** Tells of updates that were not told before. */
export async function announceUpdates(facts: readonly Fact[]): Promise<void> {
  if (facts.length > 0) await db().transaction((tx) => announce(tx, facts));
}
