import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { operation } from "@/lib/operation/define";
import { ProjectId } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { visibleProjects } from "@/lib/projects/visible";
import { nextOpening } from "./automatic/window";
import { compareProject } from "./compare/compare";
import { imagesOf, readFacts } from "./facts";
import { releaseNotesOf } from "./release-notes";
import { type RunningProject, runningProjects } from "./running-projects";
import { readScan } from "./scan/lease";
import { type ScanState, type UpdateEntry, UpdateList } from "./schema";
import { upstreamFinder } from "./upstream-definitions";

export const listUpdates = operation({
  id: "updates.list",
  rest: "GET /api/updates",
  summary:
    "List the projects that the caller may read with what runs and what is upstream, by name. What is upstream was read by the last comparison.",
  mcp: {
    title: "List updates",
    about:
      "Every project with its running version, the version it could be updated to, and why a project is unknown or not comparable. Read from the last check; updates.scan checks anew.",
  },
  permission: "member",
  input: z.object({
    behind: z.enum(["1", "0"]).optional().meta({ description: "1: only projects that are behind." }),
    projectId: ProjectId.optional(),
  }),
  output: UpdateList,
  async run(caller, { behind, projectId }) {
    const upstream = upstreamFinder();
    const ofProject = projectId ? eq(projects.id, projectId) : undefined;
    const data: UpdateEntry[] = [];
    for await (const batch of runningProjects(and(visibleProjects(caller), ofProject)))
      data.push(...(await compareBatch(caller.organizationId, batch, upstream)));
    const shown = behind === "1" ? data.filter((entry) => entry.behind) : data;
    const byName = new Intl.Collator("en", { numeric: true });
    return {
      data: shown.sort((one, other) => byName.compare(one.name, other.name)),
      scan: await scanState(caller.organizationId),
    };
  },
});

async function compareBatch(
  organizationId: string,
  batch: readonly RunningProject[],
  upstream: ReturnType<typeof upstreamFinder>,
): Promise<UpdateEntry[]> {
  const apps = await Promise.all(batch.map(({ project }) => upstream(project.appId, organizationId)));
  const facts = await readFacts(
    organizationId,
    batch.flatMap((one, at) => imagesOf(one, apps[at])),
  );
  return batch.map(({ project, running }, at) => {
    const { id: projectId, name, appId, definition } = project;
    const pinned = project.pinnedAt !== null;
    const automatic = automaticOf(project);
    const shown = {
      projectId,
      name,
      appId,
      appName: definition.name,
      logo: definition.logo,
      pinned,
      automatic,
    };
    const releaseNotes = releaseNotesOf(apps[at]?.definition.repository ?? definition.repository);
    if (!running) return { ...shown, ...NOT_DEPLOYED, releaseNotes };
    const { target: _target, checkedAt, ...compared } = compareProject(running, apps[at], facts);
    return { ...shown, ...compared, releaseNotes, checkedAt: checkedAt?.toISOString() ?? null };
  });
}

function automaticOf({ automaticUpdates }: RunningProject["project"]): UpdateEntry["automatic"] {
  if (!automaticUpdates) return null;
  const next = nextOpening(automaticUpdates.window, new Date());
  return { next: next?.toISOString() ?? null, held: automaticUpdates.held ?? null };
}

const NOT_DEPLOYED = {
  ...{ kind: "catalog" as const, supported: false, behind: false, current: "", latest: "", services: [] },
  checkedAt: null,
  reason: "It has not been deployed yet, so there is nothing to compare.",
};

async function scanState(organizationId: string): Promise<ScanState> {
  const scan = await readScan(organizationId);
  if (!scan) return null;
  const { running, startedAt, finishedAt, done, total } = scan;
  return {
    running,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    ...{ done, total },
  };
}
