import { and, eq, inArray } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { volumesOnEngine } from "@/lib/apps/engine-volumes";
import { freeSlug, nameInstallation } from "@/lib/apps/names";
import { db, type Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { askedBy, queueDeployment } from "@/lib/deployments/queue";
import { writeConnections } from "@/lib/projects/connections/stored";
import { connectedVariables } from "@/lib/projects/connections/wiring";
import { chooseExposures } from "@/lib/projects/exposures/choose";
import { portsOnEngine, portView } from "@/lib/projects/exposures/held-ports";
import { freezeState } from "@/lib/projects/freeze";
import { lockNamesAndPorts } from "@/lib/projects/lock";
import { projectRecord } from "@/lib/projects/on-project";
import type { Exposure } from "@/lib/projects/schema";
import { projects } from "@/lib/projects/table";
import { withoutSecretValues } from "@/lib/projects/variables/secret-keys";
import { writeVariables } from "@/lib/projects/variables/stored";
import type { Manifest } from "../format/manifest";
import type { BackupRecord } from "../row";
import { digestsOf } from "./in-place";

type Wanted = { backup: BackupRecord; manifest: Manifest; name: string };

/**
 * Makes a new project of a backup, with addresses of its own, and queues its first deployment: the data is in place
 * before anything starts. It uses what the first one used, as far as that is still there.
 * @throws Refusal PROJECT_NAME_TAKEN, VALIDATION_ERROR when a connection that it needs is gone
 */
export async function restoreAsNew(caller: Caller, { backup, manifest, name }: Wanted) {
  const [onEngine, volumes] = await Promise.all([portsOnEngine(), volumesOnEngine()]);
  const { organizationId } = backup;
  return await db().transaction(async (tx) => {
    await lockNamesAndPorts(tx);
    const app = { id: manifest.project.appId, name: manifest.definition.name };
    const { taken, draft } = await nameInstallation(tx, organizationId, app, { name });
    if (taken || draft) {
      const message = taken ?? `A draft is called “${name}” already.`;
      throw new Refusal("PROJECT_NAME_TAKEN", { message, issues: [{ path: "as", message }] });
    }
    const slug = await freeSlug(tx, name, app.id, volumes ?? new Set());
    const ports = await portView(tx, { ...caller, organizationId }, onEngine);
    const saved = manifest.exposures.map(withoutDomain);
    const chosen = await chooseExposures(manifest.definition, [], saved, ports);
    const exposures = chosen.exposures.map(({ conflict: _none, ...exposure }) => exposure);
    const { definition, resources, preparedOnce } = manifest;
    const projectId = newId("prj");
    await tx.insert(projects).values({
      ...{ id: projectId, organizationId, name, slug, appId: app.id, exposures, resources, preparedOnce },
      ...{ definition: withoutSecretValues(definition), createdBy: caller.userId },
    });
    await writeVariables(tx, projectId, manifest.variables);
    await writeConnections(tx, projectId, await stillThere(tx, organizationId, manifest));
    const project = await projectRecord(projectId, tx);
    const { variables, links, issues } = await connectedVariables(project, tx);
    if (issues.length > 0) throw new Refusal("VALIDATION_ERROR", { issues });
    const change = {
      ...{ definition: project.definition, exposures, resources, digests: digestsOf(manifest) },
      ...{ writes: [], removals: [], base: { exposures, resources } },
      restore: { backupId: manifest.backupId },
    };
    const snapshot = { ...freezeState(project, variables, links), images: manifest.images };
    const order = { projectId, organizationId, trigger: "restore" as const, ...askedBy(caller) };
    const { id: deploymentId } = await queueDeployment(tx, { ...order, change, snapshot });
    return { projectId, deploymentId };
  });
}

/** A domain belongs to the first project, as long as that is there. */
function withoutDomain({ domain: _domain, berths: _berths, ...exposure }: Exposure): Exposure {
  return exposure.mode === "domain" ? { ...exposure, mode: "port" } : exposure;
}

/** The connections whose sources the organization still has. */
async function stillThere(tx: Transaction, organizationId: string, { connections }: Manifest) {
  const ids = connections.flatMap(({ sourceProjectId }) => sourceProjectId ?? []);
  const found = ids.length
    ? await tx
        .select({ id: projects.id })
        .from(projects)
        .where(and(eq(projects.organizationId, organizationId), inArray(projects.id, ids)))
    : [];
  return connections
    .filter(({ sourceProjectId }) => found.some(({ id }) => id === sourceProjectId))
    .map((connection) => ({ ...connection, goneName: null }));
}
