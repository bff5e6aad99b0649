import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { refuseWhileDeploying } from "@/lib/deployments/queue";
import { networkName, volumeNames } from "@/lib/deployments/run/container-spec";
import { deployments } from "@/lib/deployments/table";
import { type Engine, EngineError, type Labels } from "@/lib/engine/engine";
import { operation } from "@/lib/operation/define";
import { installationId, LABELS, onEngine } from "@/lib/servers";
import { forgetReading } from "@/lib/services/states";
import { closeLinks } from "./connections/networks";
import { usersOf } from "./connections/shown";
import { noteSourceGone } from "./connections/stored";
import { onProject, type ProjectRecord } from "./on-project";
import { ProjectId } from "./schema";
import { projects } from "./table";

const Names = z.array(z.string());
const Removed = z.object({
  containers: Names,
  networks: Names,
  volumes: Names,
  images: Names.meta({ description: "Images that were built for this project." }),
});

export const deleteProject = operation({
  id: "projects.delete",
  rest: "DELETE /api/projects/{projectId}",
  summary:
    "Uninstall: removes containers, network and everything stored here. Volumes stay unless each is named.",
  permission: "project:admin",
  on: onProject,
  input: z.object({
    projectId: ProjectId,
    deleteVolumes: z
      .array(z.string().max(200))
      .max(200)
      .default([])
      .meta({ description: "Names on the engine, such as `blog_data`. Their data is lost." }),
    disconnect: z
      .boolean()
      .default(false)
      .meta({ description: "Uninstall although other projects use this one; they lose their connection." }),
  }),
  output: z.object({ removed: Removed, keptVolumes: Names }),
  async run(caller, { projectId, deleteVolumes, disconnect }) {
    const outcome = await db().transaction(async (tx) => {
      // Held to the end: nobody deploys it meanwhile, and if this process dies the project is still there to remove.
      const [project] = await tx.select().from(projects).where(eq(projects.id, projectId)).for("update");
      if (!project) throw new Refusal("NOT_FOUND");
      await refuseWhileDeploying(tx, projectId, { mayWait: true });
      if (!disconnect) await refuseUsed(caller, project);
      const done = await removeFromEngine(tx, project, deleteVolumes);
      await noteSourceGone(tx, project);
      await tx.delete(projects).where(eq(projects.id, projectId));
      return done;
    });
    forgetReading();
    return outcome;
  },
});

const NOTHING = { removed: { containers: [], networks: [], volumes: [], images: [] }, keptVolumes: [] };

async function removeFromEngine(tx: Transaction, project: ProjectRecord, deleteVolumes: string[]) {
  const [begun] = await tx
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.projectId, project.id), isNotNull(deployments.startedAt)))
    .limit(1);
  if (!begun) {
    // Nothing was ever made of it, so that an engine is not needed.
    refuseForeign(deleteVolumes, volumeNames(project));
    return NOTHING;
  }
  return await onEngine((engine) => clear(engine, project, deleteVolumes));
}

async function clear(engine: Engine, { id, slug, ...project }: ProjectRecord, deleteVolumes: string[]) {
  const labels = { [LABELS.installation]: await installationId(), [LABELS.project]: id };
  const [containers, volumes] = await Promise.all([
    engine.listContainers(labels),
    engine.listVolumes({ [LABELS.installation]: labels[LABELS.installation] ?? "" }),
  ]);
  const own = new Set(volumeNames({ slug, definition: project.definition }));
  const copies = volumes.filter(({ labels: on }) => on[LABELS.project] === id && on[LABELS.copyOf]);
  const there = volumes
    .filter((volume) => !copies.includes(volume))
    .filter(({ name, labels: on }) => own.has(name) || on[LABELS.project] === id)
    .map(({ name }) => name);
  refuseForeign(deleteVolumes, [...own, ...there, ...copies.map(({ name }) => name)]);
  await Promise.all(containers.map((container) => engine.removeContainer(container.id)));
  const network = networkName(slug);
  await engine.removeNetwork(network);
  const { [LABELS.project]: _own, ...installation } = labels;
  const links = [
    ...(await closeLinks(engine, labels)),
    ...(await closeLinks(engine, { ...installation, [LABELS.source]: id })),
  ];
  // Nobody knows them any more once the project is gone.
  await Promise.all(copies.map(({ name }) => engine.removeVolume(name)));
  const gone = there.filter((name) => deleteVolumes.includes(name));
  await Promise.all(gone.map((name) => engine.removeVolume(name)));
  const images = await removeBuilt(engine, labels);
  return {
    removed: {
      containers: containers.map(({ name }) => name),
      networks: [network, ...links],
      volumes: gone,
      images,
    },
    keptVolumes: there.filter((name) => !gone.includes(name)),
  };
}

/** Removes what was built for the project. An image that somebody uses by hand is left: it holds no data of ours. */
async function removeBuilt(engine: Engine, labels: Labels): Promise<string[]> {
  const images = await engine.listImages(labels);
  const removed = await Promise.all(
    images.map(async ({ id, tags }) => {
      try {
        await engine.removeImage(id);
        return tags;
      } catch (error) {
        if (!(error instanceof EngineError) || error.kind === "unreachable") throw error;
        return [];
      }
    }),
  );
  return removed.flat();
}

async function refuseUsed(caller: Caller, { id, name }: ProjectRecord): Promise<void> {
  const users = await usersOf(caller, id);
  if (users.length === 0) return;
  const known = users.flatMap((user) => user?.name ?? []);
  const unknown = users.length - known.length;
  const hidden =
    unknown === 0
      ? []
      : [unknown === 1 ? "a project that you may not see" : `${unknown} projects that you may not see`];
  const list = new Intl.ListFormat("en").format([...known, ...hidden]);
  const one = users.length === 1;
  const message = `${list} ${one ? "uses" : "use"} ${name}, and ${one ? "its" : "their"} next deployment would fail until another project takes its place. To uninstall it all the same, confirm the disconnection.`;
  throw new Refusal("PROJECT_IN_USE", { message });
}

function refuseForeign(names: string[], own: string[]): void {
  const issues = names.flatMap((name, at) =>
    own.includes(name)
      ? []
      : [{ path: `deleteVolumes.${at}`, message: "This project has no volume of this name." }],
  );
  if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
}
