import { Globe } from "lucide-react";
import { counted } from "@/components/marks/words";
import { ServiceGraph } from "@/components/services/service-graph";
import { Card, CardHeader } from "@/components/ui/card";
import { imageInWords } from "@/lib/app-definition/build-file";
import { endpointsOf } from "@/lib/app-definition/endpoints";
import type { AppDefinition } from "@/lib/app-definition/schema";

type Service = AppDefinition["services"][number];

/** What an app runs: one container per service, and how one is reached. */
export function AppServices({ definition }: { definition: AppDefinition }) {
  const { services } = definition;
  if (services.length === 0) return null;
  const endpoints = endpointsOf(definition).filter((endpoint) => endpoint.scope !== "internal");
  return (
    <Card aria-labelledby="runs">
      <CardHeader>
        <h2 id="runs">What it runs</h2>
        <span className="text-xs text-subtle-foreground">{counted(services.length, "container")}</span>
      </CardHeader>
      <ServiceGraph
        services={services}
        nodes={Object.fromEntries(
          services.map((service) => [service.name, <Node key={service.name} {...service} />]),
        )}
        entry={{
          services: [...new Set(endpoints.map((endpoint) => endpoint.service))],
          box: (
            <>
              <b className="flex items-center gap-1.5">
                <Globe aria-hidden className="size-3.5" />
                Reached from outside
              </b>
              {endpoints.map(({ service, port, label }) => (
                <span key={`${service}:${port}`} className="text-muted-foreground">
                  {label}, <code>{port}</code>
                </span>
              ))}
            </>
          ),
        }}
      />
    </Card>
  );
}

function Node(service: Service) {
  const { name, volumes } = service;
  const image = imageInWords(service);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <b className="truncate">{name}</b>
        <span className="text-xs text-subtle-foreground">
          {volumes.length ? counted(volumes.length, "volume") : "keeps nothing"}
        </span>
      </div>
      <code className="truncate text-muted-foreground" title={image}>
        {image}
      </code>
    </>
  );
}
