import { eq } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { ProjectId } from "@/lib/projects/schema";
import { domainRecord } from "./on-domain";
import { DomainId } from "./schema";
import { domains } from "./table";
import { isMain } from "./words";

export const removeDomain = operation({
  id: "domains.remove",
  rest: "DELETE /api/projects/{projectId}/domains/{domainId}",
  summary: "Take a domain away from a project. It leads nowhere at once, and others may use it.",
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId, domainId: DomainId }),
  output: z.object({ id: DomainId, hostname: z.string() }),
  async run(_caller, { projectId, domainId }) {
    return await db().transaction(async (tx) => {
      const { exposures } = await projectRecord(projectId, tx, { lock: true });
      const row = await domainRecord({ projectId, domainId }, tx);
      if (isMain(row, exposures)) {
        const message = `The app is told ${row.hostname} as its address. Choose another address for it under Advanced first.`;
        throw new Refusal("DOMAIN_IN_USE", { message });
      }
      await tx.delete(domains).where(eq(domains.id, domainId));
      return { id: domainId, hostname: row.hostname };
    });
  },
});
