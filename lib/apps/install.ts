import { eq } from "drizzle-orm";
import type { Caller } from "@/lib/access/caller";
import { Refusal } from "@/lib/access/refusal";
import { db, type Transaction } from "@/lib/db/client";
import { newId } from "@/lib/db/columns";
import { queueDeployment } from "@/lib/deployments/queue";
import { operation } from "@/lib/operation/define";
import { measureFit, shortageInWords } from "@/lib/projects/fit";
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
  mcp: "Install an app of the catalog.",
  permission: "project:create",
  input: InstallInput,
  output: Installed,
  status: 201,
  async run(caller, { deploy = true, ...input }) {
    const { name, minResources } = await installableApp(caller, input.appId);
    const [host, fit] = await Promise.all([readHost(), measureFit(minResources)]);
    const tooSmall = deploy ? shortageInWords(name, fit) : undefined;
    const made = await db().transaction(async (tx) => {
      await lockNamesAndPorts(tx);
      // Read under the lock: an app of one's own may just have been changed or deleted.
      const definition = await installableApp(caller, input.appId, tx);
      const prepared = await prepareInstall(tx, caller, definition, input, { host, complete: deploy });
      refuseProblems(prepared);
      const projectId = await storeProject(tx, caller, prepared);
      if (!deploy || tooSmall) return { projectId, deploymentId: null };
      const { organizationId, userId: createdBy } = caller;
      const { id } = await queueDeployment(tx, { projectId, organizationId, trigger: "install", createdBy });
      return { projectId, deploymentId: id };
    });
    if (tooSmall) {
      const message = `${tooSmall} What you chose is kept as a draft; give the machine more, then deploy it.`;
      throw new Refusal("HOST_RESOURCES_INSUFFICIENT", { message });
    }
    return made;
  },
});

/** Writes the project with its variables, secrets sealed. @returns its id */
async function storeProject(tx: Transaction, caller: Caller, prepared: Prepared): Promise<string> {
  const { draft, name, slug, settled } = prepared;
  const definition = withoutSecretValues(prepared.definition);
  const exposures = prepared.exposures.map(({ conflict: _none, ...exposure }) => exposure);
  const projectId = draft?.id ?? newId("prj");
  if (draft) {
    await tx
      .update(projects)
      .set({ name, definition, exposures, updatedAt: new Date() })
      .where(eq(projects.id, draft.id));
  } else {
    const { organizationId, userId: createdBy } = caller;
    const appId = definition.id;
    await tx
      .insert(projects)
      .values({ id: projectId, organizationId, name, slug, appId, definition, exposures, createdBy });
  }
  await removeVariables(tx, settled.removals);
  await writeVariables(tx, projectId, settled.writes);
  return projectId;
}
