import { eq, sql } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { askedBy, queueDeployment } from "@/lib/deployments/queue";
import { claimDomains } from "@/lib/domains/claim";
import { operation } from "@/lib/operation/define";
import { writeConnections } from "@/lib/projects/connections/stored";
import { compareFit, measureCapacity, shortageInWords } from "@/lib/projects/fit";
import { lockNamesAndPorts } from "@/lib/projects/lock";
import { projects } from "@/lib/projects/table";
import { withoutSecretValues } from "@/lib/projects/variables/secret-keys";
import { removeVariables, writeVariables } from "@/lib/projects/variables/stored";
import { installableApp } from "./installable";
import { type Prepared, prepareInstall, readHost, refuseProblems } from "./prepare";
import { Installed, InstallInput } from "./schema";

export const installApp = operation({
  id: "apps.install",
  rest: "POST /api/apps",
  summary: "Install an app: make its project and queue its first deployment, or keep it as a draft.",
  mcp: {
    title: "Install an app",
    about:
      "Installs an app: makes its project and queues its first deployment, which deployments_show then follows. Call apps_plan with the same arguments first.",
  },
  permission: "project:create",
  input: InstallInput,
  output: Installed,
  status: 201,
  async run(caller, { deploy = true, ...input }) {
    // Who may not install it learns so before the engine is asked anything.
    await installableApp(caller, input.appId);
    const [host, capacity] = await Promise.all([readHost(), measureCapacity()]);
    const made = await db().transaction(async (tx) => {
      await lockNamesAndPorts(tx);
      // Read under the lock: an app of one's own may just have been changed or deleted.
      const definition = await installableApp(caller, input.appId, tx);
      const prepared = await prepareInstall(tx, caller, definition, input, { host, complete: deploy });
      refuseProblems(prepared);
      const projectId = await storeProject(tx, caller, prepared);
      const fit = compareFit(definition, prepared.resources, capacity);
      const tooSmall = deploy ? shortageInWords(definition.name, fit) : undefined;
      if (!deploy || tooSmall) return { projectId, deploymentId: null, tooSmall };
      const order = { projectId, organizationId: caller.organizationId, ...askedBy(caller) };
      const { id } = await queueDeployment(tx, { ...order, trigger: "install" });
      return { projectId, deploymentId: id, tooSmall };
    });
    if (made.tooSmall) {
      const message = `${made.tooSmall} What you chose is kept as a draft; give the machine more, then deploy it.`;
      throw new Refusal("HOST_RESOURCES_INSUFFICIENT", { message });
    }
    return made;
  },
});

/** Writes the project with its variables, secrets sealed. @returns its id */
async function storeProject(tx: Transaction, caller: Caller, prepared: Prepared): Promise<string> {
  const { draft, name, slug, resources, settled } = prepared;
  const definition = withoutSecretValues(prepared.definition);
  const exposures = prepared.exposures.map(({ conflict: _none, ...exposure }) => exposure);
  const projectId = draft?.id ?? newId("prj");
  if (draft) {
    // Merged by the database: limits that somebody saves at this moment win over what was read.
    const kept = sql`${JSON.stringify(resources)}::jsonb || ${projects.resources}`;
    await tx
      .update(projects)
      .set({ name, definition, exposures, resources: kept, updatedAt: new Date() })
      .where(eq(projects.id, draft.id));
  } else {
    const { organizationId, userId: createdBy } = caller;
    const appId = definition.id;
    await tx.insert(projects).values({
      ...{ id: projectId, organizationId, name, slug, appId, definition, exposures, resources, createdBy },
    });
  }
  await removeVariables(tx, settled.removals);
  await writeVariables(tx, projectId, settled.writes);
  await writeConnections(tx, projectId, prepared.connections);
  await claimDomains(tx, caller, projectId, exposures);
  return projectId;
}
