import { eq } from "drizzle-orm";
import { Refusal } from "@/lib/access/refusal";
import { db } from "@/lib/db/client";
import { edgeProblem } from "@/lib/edge/state";
import { operation } from "@/lib/operation/define";
import { onProject, type ProjectRecord, projectRecord } from "@/lib/projects/on-project";
import { type Exposure, ProjectId } from "@/lib/projects/schema";
import { claimDomain } from "./claim";
import { domainRecord } from "./on-domain";
import { Domain, NewDomain } from "./schema";
import { domains } from "./table";
import { toDomain } from "./words";

export const addDomain = operation({
  id: "domains.add",
  rest: "POST /api/projects/{projectId}/domains",
  summary: "Have a domain lead to an endpoint of a project. The answer says which DNS records to set.",
  permission: "project:write",
  on: onProject,
  input: NewDomain.extend({ projectId: ProjectId }),
  output: Domain,
  status: 201,
  async run(caller, { projectId, hostname, service, port }) {
    const problem = await edgeProblem();
    return await db().transaction(async (tx) => {
      const project = await projectRecord(projectId, tx, { lock: true });
      const endpoint = endpointFor(project, service, port);
      const before = await tx.select().from(domains).where(eq(domains.hostname, hostname));
      if (
        before.some(
          (row) =>
            row.projectId === projectId && row.service === endpoint.service && row.port === endpoint.port,
        )
      )
        refuse("hostname", `${hostname} leads there already.`);
      const domainId = await claimDomain(tx, caller, projectId, { ...endpoint, hostname });
      return toDomain(await domainRecord({ projectId, domainId }, tx), project, problem);
    });
  },
});

/** The endpoint that a domain can lead to. @throws Refusal VALIDATION_ERROR */
function endpointFor({ exposures }: ProjectRecord, service?: string, port?: number): Exposure {
  const web = exposures.filter(({ kind }) => kind === "http");
  const wanted = web.filter(
    (one) => (service === undefined || one.service === service) && (port === undefined || one.port === port),
  );
  const open = wanted.find(({ mode }) => mode !== "internal");
  if (open) return open;
  const [hidden] = wanted;
  if (hidden) {
    const message = `${hidden.label} is reached inside the project only. Choose another way under Advanced first.`;
    return refuse("service", message);
  }
  if (web.length === 0) return refuse("hostname", "This app has nothing that a browser could open.");
  return refuse("service", `This app has no web endpoint ${service ?? ""}${port ? `:${port}` : ""}.`);
}

function refuse(path: string, message: string): never {
  throw new Refusal("VALIDATION_ERROR", { issues: [{ path, message }] });
}
