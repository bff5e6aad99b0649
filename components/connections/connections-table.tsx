import { Globe, Network } from "lucide-react";
import { HEAD, ROW, Table, THREE } from "@/components/install/review-tables";
import { listed } from "@/components/marks/words";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { InstallPlan } from "@/lib/apps/schema";

type ConnectionsTableProps = Pick<InstallPlan, "connections"> & {
  /** Leads to where they are chosen; without it the table only tells. */
  change?: () => void;
};

/** What other projects will give, and over which network. */
export function ConnectionsTable({ connections, change }: ConnectionsTableProps) {
  if (connections.length === 0) return null;
  return (
    <Table
      title="Connections"
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
          <span>Project</span>
          <span>What it gives</span>
          <span>Reached</span>
        </div>
        {connections.map((connection) => (
          <div key={connection.requirementId} className={ROW}>
            <span className="min-w-0">
              <b className="block truncate" title={connection.projectName}>
                {connection.projectName}
              </b>
              <span className="text-xs text-subtle-foreground">{connection.label}</span>
            </span>
            <Given {...connection} />
            <ModeBadge mode={connection.mode} />
          </div>
        ))}
      </div>
    </Table>
  );
}

function Given({ variables, network }: InstallPlan["connections"][number]) {
  const keys = (typed: boolean) => [
    ...new Set(variables.filter((one) => one.typed === typed).map(({ key }) => key)),
  ];
  const [given, typed] = [keys(false), keys(true)];
  return (
    <span className="min-w-0">
      <code className="block break-words">{given.join(", ")}</code>
      {typed.length > 0 && (
        <span className="block text-xs text-warn">{listed(typed)}: what you typed is used instead.</span>
      )}
      {network && (
        <span className="block text-xs text-subtle-foreground">
          New network <code className="break-all">{network}</code>
        </span>
      )}
    </span>
  );
}

/** Whether a connection stays on this machine. */
export function ModeBadge({ mode }: { mode: "internal" | "public" }) {
  return (
    <Badge variant={mode === "public" ? "primary" : "plain"} className="justify-self-start">
      {mode === "public" ? <Globe aria-hidden /> : <Network aria-hidden />}
      {mode === "public" ? "Public address" : "Private network"}
    </Badge>
  );
}
