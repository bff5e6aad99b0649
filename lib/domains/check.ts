import { z } from "zod";
import { applyEdge } from "@/lib/edge/apply";
import { edgeIsOn } from "@/lib/edge/place";
import { edgeProblem } from "@/lib/edge/state";
import { operation } from "@/lib/operation/define";
import { onProject, projectRecord } from "@/lib/projects/on-project";
import { ProjectId } from "@/lib/projects/schema";
import { lookAt } from "./look";
import { domainRecord } from "./on-domain";
import { Domain, DomainId } from "./schema";
import { toDomain } from "./words";

export const checkDomain = operation({
  id: "domains.check",
  rest: "POST /api/projects/{projectId}/domains/{domainId}/check",
  summary:
    "Look at a domain now: its DNS, its certificate, and what its app answers. A certificate that could not be had is asked for again.",
  permission: "project:write",
  on: onProject,
  input: z.object({ projectId: ProjectId, domainId: DomainId }),
  output: Domain,
  async run(_caller, { projectId, domainId }) {
    const row = await domainRecord({ projectId, domainId });
    const findings = await lookAt(row);
    const retry = findings.dns.verdict !== "attention" && findings.certificate.verdict === "attention";
    if (edgeIsOn()) await applyEdge({ anew: retry });
    const [project, now, problem] = [
      await projectRecord(projectId),
      await domainRecord({ projectId, domainId }),
      await edgeProblem(),
    ];
    return toDomain(now, project, problem);
  },
});
