import { Lock } from "lucide-react";
import { counted, listed, megabytes } from "@/components/marks/words";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { InstallPlan } from "@/lib/apps/schema";
import type { ChangePlan } from "@/lib/projects/plan/schema";
import { ChangeBadge, HEAD, ROW, Table, THREE } from "./review-tables";

type PlannedFile = Pick<InstallPlan["files"][number], "service" | "path" | "secret"> &
  Partial<Pick<ChangePlan["files"][number], "change" | "lines">>;

/** Files that Roadstead writes into containers: which, where, and what changes in them. */
export function FilesTable({ files }: { files: PlannedFile[] }) {
  if (files.length === 0) return null;
  return (
    <Table title="Files" aside="Written into the container, read-only">
      <div className={THREE}>
        <div className={cn(ROW, HEAD)}>
          <span>Path</span>
          <span>Service</span>
          <span>Content</span>
        </div>
        {files.map((file) => (
          <div key={`${file.service} ${file.path}`} className={ROW}>
            <code className="truncate font-semibold" title={file.path}>
              {file.path}
            </code>
            <span className="text-muted-foreground">{file.service}</span>
            <span className="flex flex-wrap gap-1.5 max-md:justify-end">
              {file.change && <ChangeBadge change={file.change} />}
              {file.secret && (
                <Badge>
                  <Lock aria-hidden />
                  Holds a secret
                </Badge>
              )}
              {!file.secret && !file.change && <Badge variant="line">Plain text</Badge>}
            </span>
            {file.lines && file.lines.length > 0 && <Lines lines={file.lines} />}
          </div>
        ))}
      </div>
    </Table>
  );
}

const MARKS = { same: " ", added: "+", removed: "−", skipped: "…" };

function Lines({ lines }: { lines: NonNullable<ChangePlan["files"][number]["lines"]> }) {
  return (
    <pre className="col-span-full mt-1 max-h-[240px] overflow-auto rounded-md bg-muted py-1.5 font-mono text-xs leading-[18px]">
      {lines.map(({ kind, text }, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and their place is all that tells them apart
          key={at}
          className={cn(
            "block w-max min-w-full px-3",
            kind === "added" && "bg-ok-soft text-ok",
            kind === "removed" && "bg-fail-soft text-fail",
            kind === "skipped" && "text-muted-foreground",
          )}
        >
          {MARKS[kind]} {text}
        </span>
      ))}
    </pre>
  );
}

type PlannedVariable = Omit<ChangePlan["variables"][number], "change"> &
  Partial<Pick<ChangePlan["variables"][number], "change">>;

/** Variables whose value changes, or that an installation makes. Of secrets only that they do. */
export function VariablesTable({ variables }: { variables: PlannedVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <Table title="Variables" aside={counted(variables.length, variables[0]?.change ? "change" : "variable")}>
      <div className={THREE}>
        <div className={cn(ROW, HEAD)}>
          <span>Variable</span>
          <span>Value</span>
          <span>Service</span>
        </div>
        {variables.map(({ service, key, change, secret, from, to }) => (
          <div key={`${service} ${key}`} className={ROW}>
            <span className="flex min-w-0 items-center gap-2">
              <code className="truncate font-semibold" title={key}>
                {key}
              </code>
              {change && <ChangeBadge change={change} />}
            </span>
            {secret ? (
              <span className="flex items-center gap-1.5 text-muted-foreground">
                <Lock aria-hidden className="size-3.5" />
                {change === "removed" ? "A secret, no longer given" : "A secret, not shown"}
              </span>
            ) : (
              <FromTo from={from} to={to} />
            )}
            <span className="truncate text-muted-foreground">{service}</span>
          </div>
        ))}
      </div>
    </Table>
  );
}

function FromTo({ from, to }: { from: string | null; to: string | null }) {
  return (
    <span className="min-w-0 text-sm">
      {from !== null && (
        <del className="block truncate text-subtle-foreground">
          <code title={from}>{from || "(empty)"}</code>
        </del>
      )}
      {to !== null && (
        <ins className="block truncate no-underline">
          <code title={to}>{to || "(empty)"}</code>
        </ins>
      )}
    </span>
  );
}

/** Networks that are shared with the projects this one is connected to. */
export function LinksTable({ links }: Pick<ChangePlan, "links">) {
  if (links.length === 0) return null;
  return (
    <Table title="Connections" aside="Networks shared with another project">
      <div className={THREE}>
        {links.map(({ network, users, reaches, change }) => (
          <div key={network} className={ROW}>
            <code className="truncate font-semibold" title={network}>
              {network}
            </code>
            <span className="text-muted-foreground">
              {listed(users)} {users.length === 1 ? "reaches" : "reach"} {listed(reaches)}
            </span>
            <span className="flex max-md:justify-end">
              {change === "same" ? <Badge>Kept as it is</Badge> : <ChangeBadge change={change} />}
            </span>
          </div>
        ))}
      </div>
    </Table>
  );
}

/** Limits that containers get or lose; `compared` with what runs, or just as they will be. */
export function LimitsTable({ limits, compared }: Pick<ChangePlan, "limits"> & { compared?: boolean }) {
  if (limits.length === 0) return null;
  return (
    <Table title="Limits" aside="What a container may use at most">
      <div className={THREE}>
        {limits.map(({ service, figure, from, to }) => (
          <div key={`${service} ${figure}`} className={ROW}>
            <b className="truncate" title={service}>
              {service}
            </b>
            <span>
              {compared && (
                <>
                  <del className="text-subtle-foreground">{limitInWords(figure, from)}</del>{" "}
                </>
              )}
              {limitInWords(figure, to)}
            </span>
            <span className="text-muted-foreground">{figure === "cpuCores" ? "Processor" : "Memory"}</span>
          </div>
        ))}
      </div>
    </Table>
  );
}

function limitInWords(figure: "cpuCores" | "memoryMb", amount: number | null): string {
  if (amount === null) return "No limit";
  return figure === "cpuCores" ? `${amount} vCPU` : megabytes(amount);
}
