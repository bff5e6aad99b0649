"use client";

import { CircleAlert, Info } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ResolvedEndpoint } from "@/lib/app-definition/endpoints";
import type { InstallPlan } from "@/lib/apps/schema";
import type { Reach } from "./answers";
import { EndpointFields } from "./endpoint-fields";

type Route = InstallPlan["routes"][number];

type ExposureStepProps = {
  endpoints: readonly ResolvedEndpoint[];
  reaches: readonly Reach[];
  plan: InstallPlan;
  /** Whether the plan is of the answers as they are now. */
  planCurrent: boolean;
  onChange: (reach: Reach) => void;
};

/** The second step: how each endpoint is reached, with its address and what is in the way. */
export function ExposureStep({ endpoints, reaches, plan, planCurrent, onChange }: ExposureStepProps) {
  return (
    <div className="grid max-w-[760px] gap-4">
      {reaches.map((reach, index) => {
        const endpoint = endpoints.find((one) => one.service === reach.service && one.port === reach.port);
        if (!endpoint) return null;
        return (
          <EndpointCard
            key={`${reach.service}:${reach.port}`}
            endpoint={endpoint}
            reach={reach}
            route={plan.routes.find((route) => route.service === reach.service && route.port === reach.port)}
            fresh={planCurrent}
            issues={plan.issues.filter((issue) => issue.path.startsWith(`endpoints.${index}.`))}
            onChange={onChange}
          />
        );
      })}
    </div>
  );
}

type EndpointCardProps = {
  endpoint: ResolvedEndpoint;
  reach: Reach;
  route: Route | undefined;
  fresh: boolean;
  issues: readonly { path: string; message: string }[];
  onChange: (reach: Reach) => void;
};

function EndpointCard({ endpoint, reach, route, fresh, issues, onChange }: EndpointCardProps) {
  const id = `reach-${endpoint.service}-${endpoint.port}`;
  const issue = (part: string) =>
    fresh ? issues.find(({ path }) => path.endsWith(`.${part}`))?.message : undefined;
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <h2 id={id}>{endpoint.label}</h2>
        <code className="text-subtle-foreground">
          {endpoint.service}:{endpoint.port}
        </code>
      </CardHeader>
      <CardBody className="grid gap-5">
        <EndpointFields
          endpoint={endpoint}
          reach={reach}
          proposed={route?.hostPort ?? null}
          portless={route?.mode === "domain" && route.hostPort === null}
          issue={(part) =>
            issue(part) ?? (part === "hostPort" && fresh ? (route?.conflict ?? undefined) : undefined)
          }
          onChange={onChange}
        />
        <AddressPreview reach={reach} route={route} fresh={fresh} />
      </CardBody>
    </Card>
  );
}

function AddressPreview({ reach, route, fresh }: { reach: Reach; route: Route | undefined; fresh: boolean }) {
  const conflict = fresh && route?.conflict;
  return (
    <Alert variant={conflict ? "fail" : "plain"} role="status">
      {conflict ? <CircleAlert aria-hidden /> : <Info aria-hidden />}
      <div className="min-w-0">
        {!route || (!fresh && route.mode !== reach.mode) ? (
          "Working out the address…"
        ) : (
          <>
            {route.mode === "internal" ? "Other services reach it at " : conflict ? "Taken: " : "Reached at "}
            <code className="break-words">{route.address}</code>
            {fresh && route.waiting ? (
              <span className="block text-muted-foreground">{route.waiting}</span>
            ) : null}
          </>
        )}
      </div>
    </Alert>
  );
}
