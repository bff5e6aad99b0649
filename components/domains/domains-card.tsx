"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { api, useAskEvery } from "@/components/shell/live";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import type { Domain } from "@/lib/domains/schema";
import type { Project } from "@/lib/projects/schema";
import type { DomainActions } from "./actions";
import { AddDomain } from "./add-domain";
import { DomainLine } from "./domain-line";

type DomainsCardProps = { project: Project; domains: Domain[]; actions: DomainActions };

/** The names that lead to an app: whether each works, and if not, what somebody has to do. */
export function DomainsCard({ project, domains: initial, actions }: DomainsCardProps) {
  const refetchInterval = useAskEvery();
  const { data: domains, refetch } = useQuery({
    queryKey: ["project", project.id, "domains"],
    queryFn: async () => (await api.domains.list(project.id)).data,
    initialData: initial,
    refetchInterval,
  });
  const endpoints = project.addresses.filter(({ kind, mode }) => kind === "http" && mode !== "internal");
  if (endpoints.length === 0 && domains.length === 0) return null;
  const again = async () => void (await refetch());
  return (
    <Card id="domains" aria-labelledby="domains-heading" className="scroll-mt-20">
      <CardHeader>
        <div>
          <h2 id="domains-heading">Domains</h2>
          <p className="text-sm text-muted-foreground">
            Names that lead here over HTTPS. Certificates come by themselves.
          </p>
        </div>
      </CardHeader>
      {domains.length === 0 ? (
        <CardBody className="flex items-center gap-3 text-sm text-muted-foreground">
          <Globe aria-hidden className="size-5 shrink-0 text-primary" />
          <p>
            No name leads here yet. Add one that you own, and the records to set in its DNS are shown here.
          </p>
        </CardBody>
      ) : (
        <ul aria-live="polite">
          {domains.map((domain) => (
            <DomainLine
              key={domain.id}
              domain={domain}
              several={endpoints.length > 1}
              canWrite={project.canWrite}
              actions={actions}
              again={again}
            />
          ))}
        </ul>
      )}
      {project.canWrite && endpoints.length > 0 && (
        <CardFooter>
          <AddDomain endpoints={endpoints} add={actions.add} again={again} />
        </CardFooter>
      )}
    </Card>
  );
}
