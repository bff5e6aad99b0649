import { Globe, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { bytes, counted, listed } from "@/components/marks/words";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { InstallPlan } from "@/lib/apps/schema";
import type { ChangePlan } from "@/lib/projects/plan/schema";

/** A plan of a change tells what was there before; the plan of an installation has nothing before it. */
type Row<K extends "services" | "routes" | "volumes", Before extends string> = Omit<
  InstallPlan[K][number],
  Before | "order"
> &
  Partial<Pick<ChangePlan[K][number], Extract<Before, keyof ChangePlan[K][number]>>>;

export const ROW =
  "col-span-full grid grid-cols-subgrid items-center gap-y-1 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:px-4 max-md:py-3";
export const HEAD = "py-2 text-xs text-subtle-foreground max-md:hidden";
export const THREE =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_150px] gap-x-4 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:[&>*>:nth-child(2)]:col-span-full max-md:[&>*>:nth-child(2)]:row-start-2";

type TableProps = { title: string; aside?: ReactNode; children: ReactNode };

/** One table of a plan, as a card. */
export function Table({ title, aside, children }: TableProps) {
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

type PlannedService = Row<"services", "change" | "why" | "from" | "build">;

export function ContainersTable({ services }: { services: PlannedService[] }) {
  const first = new Map<string, string>();
  for (const { image, name } of services) if (!first.has(image)) first.set(image, name);
  const made = services.filter(({ change }) => change !== "removed");
  const missing = made.filter(({ present, image, name }) => present === false && first.get(image) === name);
  const size = missing.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const toPull = missing.length
    ? `${counted(missing.length, "image")} to pull${size ? `, ${bytes(size)}` : ""}`
    : "";
  const built = made.filter(({ build }) => build === "built").length;
  const toBuild = built ? `${counted(built, "image")} to build` : "";
  return (
    <Table
      title="Containers and images"
      aside={[counted(made.length, "container"), toPull, toBuild].filter(Boolean).join(" · ")}
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
              {service.from && service.from !== service.image && (
                <del className="block truncate text-subtle-foreground">
                  <code title={service.from}>{service.from}</code>
                </del>
              )}
              {service.build ? (
                <span className="block first-letter:uppercase">{service.image}</span>
              ) : (
                <code className="block truncate" title={service.image}>
                  {service.image}
                </code>
              )}
              <span className="text-xs text-subtle-foreground">
                {service.build || service.change === "removed" || first.get(service.image) === service.name
                  ? presence(service)
                  : "Same image"}
              </span>
            </span>
            <code className="truncate text-subtle-foreground" title={service.digest ?? undefined}>
              {service.digest ? `${service.digest.slice(0, 19)}…` : untoldDigest(service)}
            </code>
            <span className="text-muted-foreground">{service.starts}</span>
            {service.change && (
              <span className="col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
                <ChangeBadge change={service.change} />
                {changeInWords(service.change, service.why)}
              </span>
            )}
          </div>
        ))}
      </div>
    </Table>
  );
}

const CHANGES = {
  added: { word: "New", variant: "ok" },
  recreated: { word: "Made anew", variant: "primary" },
  changed: { word: "Changed", variant: "primary" },
  removed: { word: "Removed", variant: "fail" },
} as const;

export function ChangeBadge({ change }: { change: keyof typeof CHANGES }) {
  return <Badge variant={CHANGES[change].variant}>{CHANGES[change].word}</Badge>;
}

function changeInWords(
  change: ChangePlan["services"][number]["change"],
  why: readonly string[] = [],
): string {
  if (change === "added") return "";
  if (change === "removed") return "Its container ends. What it stored stays.";
  if (why.length === 0) return "Nothing of it changes; a deployment makes every container anew.";
  const one = why.length === 1 && !why[0]?.endsWith("s");
  return `Its ${listed(why)} ${one ? "changes" : "change"}.`;
}

function untoldDigest({ change, build }: PlannedService): string {
  if (change === "removed" || build === "kept") return "";
  return build ? "Made by the build" : "Told by the pull";
}

function presence({ change, build, present, sizeBytes }: PlannedService): string {
  if (change === "removed") return "Not needed any more";
  if (build === "kept") return "Built already, and unchanged";
  if (build) return "Built here, before anything starts";
  if (present === null) return "Unknown while no engine answers";
  if (present) return "Here already";
  return sizeBytes ? `Pull, ${bytes(sizeBytes)}` : "Pull";
}

type RoutesTableProps = {
  routes: Row<"routes", "change" | "from">[];
  /** Leads to where they are chosen; without it the table only tells. */
  change?: () => void;
};

export function RoutesTable({ routes, change }: RoutesTableProps) {
  if (routes.length === 0) return null;
  return (
    <Table
      title="Routes and ports"
      aside={
        change && (
          <button type="button" className="link text-sm" onClick={change}>
            Change
          </button>
        )
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
              {route.change === "changed" && route.from && route.from.address !== route.address && (
                <del className="block truncate text-subtle-foreground">
                  <code title={route.from.address}>{route.from.address}</code>
                </del>
              )}
              <code
                className={cn("block truncate", route.change === "removed" && "line-through")}
                title={route.address}
              >
                {route.address}
              </code>
              {route.conflict && <span className="text-xs text-fail">{route.conflict}</span>}
              {route.waiting && <span className="text-xs text-warn">{route.waiting}</span>}
            </span>
            <span className="flex flex-wrap gap-1.5 max-md:justify-end">
              {route.change && route.change !== "same" && <ChangeBadge change={route.change} />}
              {route.change !== "removed" && <Reach mode={route.mode} />}
            </span>
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

export function VolumesTable({ volumes }: { volumes: Row<"volumes", "change">[] }) {
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
            <VolumeBadge {...volume} />
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

function VolumeBadge({ exists, change }: Row<"volumes", "change">) {
  const [word, variant] =
    change === "kept"
      ? (["Kept as it is", "plain"] as const)
      : change === "left"
        ? (["Kept, not mounted", "warn"] as const)
        : exists
          ? (["Here already, reused", "warn"] as const)
          : (["New", "line"] as const);
  return (
    <Badge variant={variant} className="justify-self-start">
      {word}
    </Badge>
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
