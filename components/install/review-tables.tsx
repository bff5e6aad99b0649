import { Globe, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { bytes, counted } from "@/components/marks/words";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { InstallPlan } from "@/lib/apps/schema";

const ROW =
  "col-span-full grid grid-cols-subgrid items-center gap-y-1 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:px-4 max-md:py-3";
const HEAD = "py-2 text-xs text-subtle-foreground max-md:hidden";
const THREE =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_150px] gap-x-4 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:[&>*>:nth-child(2)]:col-span-full max-md:[&>*>:nth-child(2)]:row-start-2";

type TableProps = { title: string; aside?: ReactNode; children: ReactNode };

function Table({ title, aside, children }: TableProps) {
  return (
    <Card aria-label={title}>
      <CardHeader>
        <h2>{title}</h2>
        {aside && <span className="text-xs text-subtle-foreground">{aside}</span>}
      </CardHeader>
      {children}
    </Card>
  );
}

export function ContainersTable({ services }: Pick<InstallPlan, "services">) {
  const first = new Map<string, string>();
  for (const { image, name } of services) if (!first.has(image)) first.set(image, name);
  const missing = services.filter(
    ({ present, image, name }) => present === false && first.get(image) === name,
  );
  const size = missing.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const toPull = missing.length
    ? `${counted(missing.length, "image")} to pull${size ? `, ${bytes(size)}` : ""}`
    : "";
  return (
    <Table
      title="Containers and images"
      aside={[counted(services.length, "container"), toPull].filter(Boolean).join(" · ")}
    >
      <div className="grid grid-cols-[112px_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:[&>*>:nth-child(n+2)]:col-span-full">
        <div className={cn(ROW, HEAD)}>
          <span>Service</span>
          <span>Image</span>
          <span>Digest</span>
          <span>Starts</span>
        </div>
        {services.map((service) => (
          <div key={service.name} className={ROW}>
            <b className="truncate" title={service.name}>
              {service.name}
            </b>
            <span className="min-w-0">
              <code className="block truncate" title={service.image}>
                {service.image}
              </code>
              <span className="text-xs text-subtle-foreground">
                {first.get(service.image) === service.name ? presence(service) : "Same image"}
              </span>
            </span>
            <code className="truncate text-subtle-foreground" title={service.digest ?? undefined}>
              {service.digest ? `${service.digest.slice(0, 19)}…` : "Told by the pull"}
            </code>
            <span className="text-muted-foreground">{service.starts}</span>
          </div>
        ))}
      </div>
    </Table>
  );
}

function presence({ present, sizeBytes }: InstallPlan["services"][number]): string {
  if (present === null) return "Unknown while no engine answers";
  if (present) return "Here already";
  return sizeBytes ? `Pull, ${bytes(sizeBytes)}` : "Pull";
}

export function RoutesTable({ routes, change }: Pick<InstallPlan, "routes"> & { change: () => void }) {
  if (routes.length === 0) return null;
  return (
    <Table
      title="Routes and ports"
      aside={
        <button type="button" className="link text-sm" onClick={change}>
          Change
        </button>
      }
    >
      <div className={THREE}>
        <div className={cn(ROW, HEAD)}>
          <span>Endpoint</span>
          <span>Address</span>
          <span>Reach</span>
        </div>
        {routes.map((route) => (
          <div key={`${route.service}:${route.port}`} className={ROW}>
            <span className="min-w-0">
              <b>{route.label}</b>{" "}
              <code className="text-subtle-foreground">
                {route.service}:{route.port}
              </code>
            </span>
            <span className="min-w-0">
              <code className="block truncate" title={route.address}>
                {route.address}
              </code>
              {route.conflict && <span className="text-xs text-fail">{route.conflict}</span>}
              {route.waiting && <span className="text-xs text-warn">{route.waiting}</span>}
            </span>
            <Reach mode={route.mode} />
          </div>
        ))}
      </div>
    </Table>
  );
}

function Reach({ mode }: { mode: InstallPlan["routes"][number]["mode"] }) {
  if (mode === "internal") {
    return (
      <Badge className="justify-self-start">
        <Lock aria-hidden />
        Internal
      </Badge>
    );
  }
  return (
    <Badge variant={mode === "publish" ? "warn" : "primary"} className="justify-self-start">
      <Globe aria-hidden />
      {mode === "domain" ? "Domain" : "Host port"}
    </Badge>
  );
}

export function VolumesTable({ volumes }: Pick<InstallPlan, "volumes">) {
  if (volumes.length === 0) return null;
  return (
    <Table title="Volumes" aside="Kept when the app is updated or redeployed">
      <div className={THREE}>
        {volumes.map((volume) => (
          <div key={`${volume.service} ${volume.name} ${volume.target}`} className={ROW}>
            <b className="truncate" title={volume.name}>
              <code>{volume.name}</code>
            </b>
            <code className="truncate text-subtle-foreground" title={`${volume.service}: ${volume.target}`}>
              {volume.target}
            </code>
            <Badge variant={volume.exists ? "warn" : "line"} className="justify-self-start">
              {volume.exists ? "Here already, reused" : "New"}
            </Badge>
          </div>
        ))}
      </div>
    </Table>
  );
}

export function PrepareTable({ prepare }: Pick<InstallPlan, "prepare">) {
  if (prepare.length === 0) return null;
  return (
    <Table title="Prepare steps" aside="Commands of the app, run inside its containers in this order">
      <ol className={THREE}>
        {prepare.map((step) => (
          <li key={step.id} className={ROW}>
            <span className="min-w-0">
              <b>{step.title}</b>
              {step.description && (
                <span className="block text-xs text-subtle-foreground">{step.description}</span>
              )}
            </span>
            <span className="min-w-0 text-muted-foreground">
              {step.runs}
              {step.keeps && (
                <span className="block text-xs break-words text-subtle-foreground">
                  Keeps <code>{step.keeps.key}</code>
                  {step.keeps.secret && ", encrypted,"} for {step.keeps.services.join(", ")}
                </span>
              )}
            </span>
            <span className="text-muted-foreground max-md:text-right">
              {step.once ? "Once" : "Each deployment"}
              <span className="block text-xs text-subtle-foreground">
                {step.required ? "Must succeed" : "May fail"}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Table>
  );
}

export function SecretsTable({ secrets }: Pick<InstallPlan, "secrets">) {
  if (secrets.length === 0) return null;
  return (
    <Table title="Generated secrets" aside="Made once, encrypted, never changed by an update">
      <div className={THREE}>
        {secrets.map((secret) => (
          <div key={`${secret.key} ${secret.services.join()}`} className={ROW}>
            <b className="truncate" title={secret.key}>
              <code>{secret.key}</code>
            </b>
            <span className="text-muted-foreground">{secret.services.join(", ")}</span>
            <span className="text-muted-foreground">{secret.form}</span>
          </div>
        ))}
      </div>
    </Table>
  );
}
