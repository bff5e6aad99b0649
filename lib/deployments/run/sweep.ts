import { inArray } from "drizzle-orm";
import { db } from "@/lib/db/client";
import type { EngineContainer } from "@/lib/engine/engine";
import { projects } from "@/lib/projects/table";
import { engine, installationId, LABELS } from "@/lib/servers";
import { sweepCopies } from "../data/sweep-copies";
import { isFinal } from "../machine";
import { deployments } from "../table";

/**
 * Looks for containers of this installation that belong to nothing any more. Those of a project that is gone, and
 * those of a deployment that ended without success, are removed; others are only told in the server's log. An engine
 * that is away is no error: the next sweep looks again.
 * @returns the names of what was removed
 */
export async function sweep({ tellStrange = false } = {}): Promise<string[]> {
  try {
    const there = await engine();
    const installation = await installationId();
    const found = await there.listContainers({ [LABELS.installation]: installation });
    const judged = await judge(found);
    for (const { container, why } of tellStrange ? judged.strange : [])
      console.warn(`container ${container.name} ${why}; it is left alone`);
    for (const { container, why } of judged.useless) {
      await there.removeContainer(container.id);
      console.info(`container ${container.name} was removed: ${why}`);
    }
    const copies = await sweepCopies(there, installation);
    for (const name of copies) console.info(`volume ${name} was removed: a copy that nobody needs any more`);
    return [...judged.useless.map(({ container }) => container.name), ...copies];
  } catch (error) {
    console.info("containers could not be looked through:", error instanceof Error ? error.message : error);
    return [];
  }
}

type Judged = { container: EngineContainer; why: string };

async function judge(found: EngineContainer[]): Promise<{ useless: Judged[]; strange: Judged[] }> {
  const labelled = (label: string) => [...new Set(found.map(({ labels }) => labels[label] ?? ""))];
  const [knownProjects, knownDeployments] = await Promise.all([
    db()
      .select({ id: projects.id })
      .from(projects)
      .where(inArray(projects.id, labelled(LABELS.project))),
    db()
      .select({ id: deployments.id, state: deployments.state })
      .from(deployments)
      .where(inArray(deployments.id, labelled(LABELS.deployment))),
  ]);
  const projectIds = new Set(knownProjects.map(({ id }) => id));
  const states = new Map(knownDeployments.map(({ id, state }) => [id, state]));
  const useless: Judged[] = [];
  const strange: Judged[] = [];
  for (const container of found) {
    // What helps with a backup goes with it.
    if (container.labels[LABELS.backup]) continue;
    const state = states.get(container.labels[LABELS.deployment] ?? "");
    if (container.labels[LABELS.copyOf]) {
      if (!state || isFinal(state)) useless.push({ container, why: "no volume is being copied" });
    } else if (!projectIds.has(container.labels[LABELS.project] ?? "")) {
      useless.push({ container, why: "its project is gone" });
    } else if (state === undefined) {
      strange.push({ container, why: "belongs to a deployment that is gone" });
    } else if (isFinal(state) && state !== "ready") {
      useless.push({ container, why: "its deployment has ended without success" });
    }
  }
  return { useless, strange };
}
