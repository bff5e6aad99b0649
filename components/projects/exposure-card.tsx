"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { type Reach, toChoices, wrongHostPort } from "@/components/install/answers";
import { EndpointFields } from "@/components/install/endpoint-fields";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ResolvedEndpoint } from "@/lib/app-definition/endpoints";
import type { ExposureChoice } from "@/lib/apps/schema";
import type { Address } from "@/lib/projects/schema";
import { RedeployBar } from "./redeploy-bar";

type Issue = { path: string; message: string };
type Saved = { ok: true } | { ok: false; message: string; issues?: Issue[] };

type ExposureCardProps = {
  projectId: string;
  endpoints: ResolvedEndpoint[];
  addresses: Address[];
  canWrite: boolean;
  save: (endpoints: ExposureChoice[], redeploy: boolean) => Promise<Saved>;
};

/** How an installed app is reached; a change takes effect with the next deployment. */
export function ExposureCard({ projectId, endpoints, addresses, canWrite, save }: ExposureCardProps) {
  const router = useRouter();
  const [initial] = useState(() => endpoints.map((endpoint) => reachOf(endpoint, addresses)));
  const [reaches, setReaches] = useState(initial);
  const [issues, setIssues] = useState<Issue[]>([]);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const changed = reaches.filter((reach, index) => JSON.stringify(reach) !== JSON.stringify(initial[index]));
  function change(next: Reach) {
    setIssues([]);
    setReaches((before) => before.map((one) => (isSame(one, next) ? next : one)));
  }
  function onSave(redeploy: boolean) {
    if (reaches.some(wrongHostPort)) return setFailure("A port needs attention.");
    start(async () => {
      setFailure(undefined);
      const result = await save(toChoices(reaches), redeploy).catch((): Saved => UNREACHABLE);
      if (!result || result.ok) return router.refresh();
      setFailure(result.message);
      setIssues(result.issues ?? []);
    });
  }
  return (
    <>
      <Card aria-labelledby="exposure-heading">
        <CardHeader>
          <h2 id="exposure-heading">Exposure</h2>
          <span className="text-xs text-subtle-foreground">Changes run with the next deployment</span>
        </CardHeader>
        {reaches.map((reach, index) => {
          const endpoint = endpoints[index];
          const route = addresses.find((address) => isSame(address, reach));
          if (!endpoint) return null;
          return (
            <CardBody
              key={`${reach.service}:${reach.port}`}
              className="grid gap-4 border-b border-border-soft last:border-b-0"
            >
              <div className="flex items-center gap-2">
                <h3>{endpoint.label}</h3>
                <code className="text-subtle-foreground">
                  {endpoint.service}:{endpoint.port}
                </code>
              </div>
              <fieldset disabled={!canWrite} className="grid gap-4">
                <EndpointFields
                  endpoint={endpoint}
                  reach={reach}
                  proposed={route?.hostPort ?? null}
                  portless={route?.berths !== undefined}
                  issue={(part) => issues.find(({ path }) => path === `endpoints.${index}.${part}`)?.message}
                  onChange={change}
                />
              </fieldset>
            </CardBody>
          );
        })}
      </Card>
      <RedeployBar
        changes={changed.map((reach) => toChange(reach, initial))}
        waiting={[]}
        busy={busy}
        failure={failure}
        planned={{ projectId, proposal: () => ({ endpoints: toChoices(reaches) }) }}
        discard={() => {
          setReaches(initial);
          setIssues([]);
          setFailure(undefined);
        }}
        save={onSave}
      />
    </>
  );
}

const UNREACHABLE: Saved = { ok: false, message: "The server did not answer. Nothing is lost: try again." };

type Place = { service: string; port: number };

function isSame(one: Place, other: Place): boolean {
  return one.service === other.service && one.port === other.port;
}

function reachOf({ service, port, defaultMode }: ResolvedEndpoint, addresses: readonly Address[]): Reach {
  const address = addresses.find((one) => isSame(one, { service, port }));
  return {
    service,
    port,
    mode: address?.mode ?? defaultMode,
    domain: address?.domain ?? "",
    hostPort: address?.hostPort ? String(address.hostPort) : "",
  };
}

function toChange(reach: Reach, initial: readonly Reach[]) {
  const before = initial.find((one) => isSame(one, reach));
  return {
    key: `${reach.service}:${reach.port}`,
    before: before ? inWords(before) : "",
    after: inWords(reach),
  };
}

function inWords({ mode, domain, hostPort }: Reach): string {
  if (mode === "internal") return "internal";
  if (mode === "domain" && domain) return domain;
  return hostPort ? `port ${hostPort}` : "a free port";
}
