"use client";

import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { counted, megabytes } from "@/components/marks/words";
import { serviceWords } from "@/components/projects/status-words";
import { useLiveProject } from "@/components/projects/use-live-project";
import { Card, CardHeader } from "@/components/ui/card";
import type { Project, ServiceStatus } from "@/lib/projects/schema";
import { ServiceGraph } from "./service-graph";
import { Sparkline } from "./sparkline";
import { type ServiceCourse, useStats } from "./use-stats";

const RUNS: readonly ServiceStatus["state"][] = ["running", "healthy", "starting", "unhealthy", "restarting"];

/** The services of a project: how each is, what it uses, what it depends on. */
export function ServicesCard({ project: initial }: { project: Project }) {
  const project = useLiveProject(initial);
  const { services, addresses } = project;
  const stats = useStats(
    project.id,
    services.some((service) => RUNS.includes(service.state)),
  );
  const open = addresses.filter((address) => address.mode !== "internal" && address.address);
  return (
    <Card aria-labelledby="services-heading">
      <CardHeader>
        <h2 id="services-heading">Services</h2>
        <span className="text-sm text-muted-foreground">{total(stats)}</span>
      </CardHeader>
      <ServiceGraph
        services={services}
        nodes={Object.fromEntries(
          services.map((service) => [
            service.name,
            <Node key={service.name} service={service} course={stats[service.name]} />,
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

function Node({ service, course }: { service: ServiceStatus; course: ServiceCourse | undefined }) {
  const { tone, word } = serviceWords(service);
  const cpu = course?.cpu.at(-1);
  const memory = course?.memory.at(-1);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <b className="truncate">{service.name}</b>
        <span title={service.reason}>
          <StatusMark tone={tone} word={word} plain />
        </span>
      </div>
      <div className="grid grid-cols-2 gap-3.5">
        <Sparkline
          label="CPU"
          words={cpu === undefined ? "–" : `${Math.round(cpu * 100)}%`}
          values={course?.cpu ?? []}
          atLeast={0.1}
        />
        <Sparkline
          label="Memory"
          words={memory === undefined ? "–" : megabytes(memory)}
          values={course?.memory ?? []}
          atLeast={8}
        />
      </div>
      <div className="flex items-center justify-between gap-3 text-xs text-subtle-foreground">
        <code className="truncate" title={service.image}>
          {service.image}
        </code>
        <span className="shrink-0">
          {service.restartCount > 0 ? (
            counted(service.restartCount, "restart")
          ) : service.startedAt && RUNS.includes(service.state) ? (
            <>
              up <TimeAgo at={service.startedAt} form="since" />
            </>
          ) : (
            ""
          )}
        </span>
      </div>
    </>
  );
}

function total(stats: Readonly<Record<string, ServiceCourse>>): string {
  const courses = Object.values(stats);
  if (courses.length === 0) return "";
  const cpu = courses.reduce((sum, course) => sum + (course.cpu.at(-1) ?? 0), 0);
  const memory = courses.reduce((sum, course) => sum + (course.memory.at(-1) ?? 0), 0);
  return `${cpu.toFixed(1)} vCPU · ${megabytes(memory)}`;
}
