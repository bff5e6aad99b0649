"use client";

import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { ResolvedEndpoint } from "@/lib/app-definition/endpoints";
import { type Reach, wrongHostPort } from "./answers";

const MODES: Record<Reach["mode"], { label: string; help: string }> = {
  domain: {
    label: "A domain",
    help: "Its own name, over HTTPS. Where this instance serves none, a port is used.",
  },
  port: { label: "A port of this machine", help: "Opened in a browser as http://host:port." },
  publish: { label: "A port of this machine", help: "Programs outside connect to host:port." },
  internal: { label: "Internal only", help: "Reached by the services of this app, by nobody else." },
};

type EndpointFieldsProps = {
  endpoint: ResolvedEndpoint;
  reach: Reach;
  /** The host port used when none is written. */
  proposed: number | null;
  /** Whether a domain needs no port that is open to the network. */
  portless: boolean;
  issue: (part: "mode" | "domain" | "hostPort") => string | undefined;
  onChange: (reach: Reach) => void;
};

/** How one endpoint is reached: by what, under which name, on which port. */
export function EndpointFields(props: EndpointFieldsProps) {
  const { endpoint, reach, proposed, portless, issue, onChange } = props;
  const id = `reach-${endpoint.service}-${endpoint.port}`;
  return (
    <>
      <RadioGroup
        aria-label={`How ${endpoint.label} is reached`}
        value={reach.mode}
        onValueChange={(mode) => onChange({ ...reach, mode: mode as Reach["mode"] })}
        className="grid-cols-[repeat(auto-fit,minmax(200px,1fr))]"
      >
        {endpoint.allowedModes.map((mode) => (
          <RadioCard key={mode} value={mode} label={MODES[mode].label} help={MODES[mode].help} />
        ))}
      </RadioGroup>
      <FieldNotes id={`${id}-mode`} error={issue("mode")} />
      {reach.mode !== "internal" && (
        <div className="grid gap-5 md:grid-cols-2">
          {reach.mode === "domain" && (
            <DomainField id={id} reach={reach} error={issue("domain")} onChange={onChange} />
          )}
          {!(portless && reach.mode === "domain") && (
            <PortField
              id={id}
              reach={reach}
              proposed={proposed}
              error={wrongHostPort(reach) ?? issue("hostPort")}
              onChange={onChange}
            />
          )}
        </div>
      )}
    </>
  );
}

type PartProps = { id: string; reach: Reach; error?: string; onChange: (reach: Reach) => void };

function DomainField({ id, reach, error, onChange }: PartProps) {
  const own = `${id}-domain`;
  const help = "Its DNS record must lead to this machine.";
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={own}>Domain</Label>
      <Input
        id={own}
        inputMode="url"
        autoComplete="off"
        placeholder="blog.example.org"
        value={reach.domain}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(own, { help, error })}
        onChange={(event) => onChange({ ...reach, domain: event.target.value })}
      />
      <FieldNotes id={own} help={help} error={error} />
    </div>
  );
}

function PortField({ id, reach, proposed, error, onChange }: PartProps & { proposed: number | null }) {
  const own = `${id}-port`;
  const help =
    proposed && !reach.hostPort ? `Left empty, ${proposed} is used: it is free.` : "Between 1 and 65535.";
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={own}>
        Host port <span className="font-normal text-subtle-foreground">optional</span>
      </Label>
      <Input
        id={own}
        inputMode="numeric"
        autoComplete="off"
        placeholder={proposed ? String(proposed) : "Chosen for you"}
        value={reach.hostPort}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(own, { help, error })}
        onChange={(event) => onChange({ ...reach, hostPort: event.target.value })}
      />
      <FieldNotes id={own} help={help} error={error} />
    </div>
  );
}
