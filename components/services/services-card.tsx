"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { megabytes } from "@/components/marks/words";
import { useLiveProject } from "@/components/projects/use-live-project";
import { api } from "@/components/shell/live";
import { Card, CardHeader } from "@/components/ui/card";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { Project } from "@/lib/projects/schema";
import { type Course, dayCharts, liveCharts } from "./course";
import { ServiceGraph } from "./service-graph";
import { RUNS, ServiceNode } from "./service-node";
import { useStats } from "./use-stats";

const SPANS = [
  { value: "live", label: "Live" },
  { value: "day", label: "24 hours" },
] as const;

/** The services of a project: how each is, what it uses, what it depends on. */
export function ServicesCard({ project: initial }: { project: Project }) {
  const project = useLiveProject(initial);
  const { services, addresses } = project;
  const stats = useStats(
    project.id,
    services.some((service) => RUNS.includes(service.state)),
  );
  const [span, setSpan] = useState<"live" | "day">("live");
  const day = useDay(project.id, span === "day");
  const open = addresses.filter((address) => address.mode !== "internal" && address.address);
  return (
    <Card aria-labelledby="services-heading">
      <CardHeader>
        <h2 id="services-heading">Services</h2>
        <span className="flex items-center gap-3 text-sm text-muted-foreground">
          <span className="max-md:sr-only">{total(stats)}</span>
          <ToggleGroup small label="Figures of" value={span} choices={SPANS} onChange={setSpan} />
        </span>
      </CardHeader>
      <ServiceGraph
        services={services}
        nodes={Object.fromEntries(
          services.map((service) => [
            service.name,
            <ServiceNode
              key={service.name}
              service={service}
              charts={
                span === "live"
                  ? liveCharts(stats[service.name])
                  : dayCharts(day?.get(service.name), stats[service.name])
              }
            />,
          ]),
        )}
        entry={{
          services: [...new Set(open.map((address) => address.service))],
          box: (
            <>
              <b>Reached at</b>
              {open.map(({ service, port, address }) => (
                <span
                  key={`${service}:${port}`}
                  className="truncate text-muted-foreground"
                  title={address ?? undefined}
                >
                  {address?.replace(/^https?:\/\//, "")}
                </span>
              ))}
            </>
          ),
        }}
      />
    </Card>
  );
}

/** The last day of each service, read again every minute while it is looked at. */
function useDay(projectId: string, wanted: boolean) {
  const { data } = useQuery({
    queryKey: ["usage", projectId],
    queryFn: async () => new Map((await api.projects.usage(projectId)).data.map((one) => [one.service, one])),
    enabled: wanted,
    refetchInterval: 60_000,
  });
  return data;
}

function total(stats: Readonly<Record<string, Course>>): string {
  const courses = Object.values(stats);
  if (courses.length === 0) return "";
  const cpu = courses.reduce((sum, course) => sum + (course.cpu.at(-1) ?? 0), 0);
  const memory = courses.reduce((sum, course) => sum + (course.memory.at(-1) ?? 0), 0);
  return `${cpu.toFixed(1)} vCPU · ${megabytes(memory)}`;
}
