import { isDeepStrictEqual } from "node:util";
import type { BuildSpec } from "@/lib/engine/engine";
import { buildArguments } from "@/lib/projects/builds/arguments";
import { BUILD_FILE } from "@/lib/projects/builds/place";
import { LABELS } from "@/lib/servers/labels";
import type { Snapshot } from "../snapshot";
import { type FrozenRun, projectLabels } from "./context";

/** What a build is made of; two builds of the same inputs need only one image. */
export type BuildInputs = Pick<BuildSpec, "files" | "dockerfile" | "args">;

/** The name of a service's built image. The deployment in it tells an interrupted worker's successor that it is done. */
export function builtTag(run: FrozenRun, service: string): string {
  return `roadstead/${run.snapshot.slug}/${service}:${run.lease.row.id}`;
}

type OpenedBuilds = Pick<FrozenRun, "builds" | "env"> & { snapshot: Pick<Snapshot, "definition"> };

/** Whether what serves was built of the very same, so that its image needs no second build. */
export function isBuiltAlike(
  before: OpenedBuilds & { snapshot: Pick<Snapshot, "images"> },
  after: OpenedBuilds,
  service: string,
): boolean {
  if (!Object.hasOwn(before.snapshot.images, service)) return false;
  return isDeepStrictEqual(buildInputs(before, service), buildInputs(after, service));
}

/** The shared context, a folder for each service that is built, and the arguments of this service. */
export function buildInputs({ snapshot, builds, env }: OpenedBuilds, service: string): BuildInputs {
  return {
    files: builds.flatMap((build) =>
      build.files.map(({ path, content }) => ({ path: `${build.service}/${path}`, content })),
    ),
    dockerfile: `${service}/${BUILD_FILE}`,
    args: buildArguments(snapshot.definition.services, env, service),
  };
}

export function buildSpec(run: FrozenRun, service: string): BuildSpec {
  return {
    ...buildInputs(run, service),
    tag: builtTag(run, service),
    labels: { ...projectLabels(run), [LABELS.service]: service },
    cacheScope: run.lease.row.projectId,
  };
}
