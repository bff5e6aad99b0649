import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { counted } from "@/components/marks/words";
import { serviceWords } from "@/components/projects/status-words";
import type { ServiceStatus } from "@/lib/projects/schema";
import { Sparkline, type SparklineProps } from "./sparkline";

/** States that need no sentence: their word says it all. */
const PLAIN: readonly ServiceStatus["state"][] = ["running", "healthy", "starting", "unknown"];

export const RUNS: readonly ServiceStatus["state"][] = [
  ...["running", "healthy", "starting", "unhealthy", "restarting", "crash-loop", "out-of-memory"],
] as ServiceStatus["state"][];

type ServiceNodeProps = { service: ServiceStatus; charts: readonly SparklineProps[] };

/** One service: how it is and why, what it uses, what it is made of. */
export function ServiceNode({ service, charts }: ServiceNodeProps) {
  const { tone, word } = serviceWords(service);
  const runs = RUNS.includes(service.state);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <b className="truncate">{service.name}</b>
        <span title={service.reason}>
          <StatusMark tone={tone} word={word} plain />
        </span>
      </div>
      {!PLAIN.includes(service.state) && (
        <p className="text-xs break-words text-muted-foreground">
          {service.reason}
          {service.since && service.state !== "crash-loop" && (
            <>
              , <TimeAgo at={service.since} />
            </>
          )}
        </p>
      )}
      {runs && (
        <div className="grid grid-cols-2 gap-x-3.5 gap-y-2.5">
          {charts.map((chart) => (
            <Sparkline key={chart.label} {...chart} />
          ))}
        </div>
      )}
      <div className="flex items-center justify-between gap-3 text-xs text-subtle-foreground">
        <code className="truncate" title={service.image}>
          {service.image}
        </code>
        <span className="shrink-0">
          {service.restartCount > 0 ? (
            counted(service.restartCount, "restart")
          ) : service.startedAt && runs ? (
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
