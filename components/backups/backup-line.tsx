import { StatusMark } from "@/components/marks/status-mark";
import { TimeAgo } from "@/components/marks/time-ago";
import { bytes, counted } from "@/components/marks/words";
import type { Backup } from "@/lib/backups/schema";
import { isUnderWay, standingOf } from "./words";

/** One backup: how it is, what it holds, where it lies; `children` is what can be done with it. */
export function BackupLine({ backup, children }: { backup: Backup; children?: React.ReactNode }) {
  const { tone, word } = standingOf(backup);
  return (
    <li className="grid grid-cols-[170px_minmax(0,1.2fr)_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4">
      <StatusMark tone={tone} word={word} />
      <span className="min-w-0 max-md:order-3 max-md:col-span-full">
        <TimeAgo at={backup.createdAt} />
        <span className="block truncate text-xs text-muted-foreground">
          {backup.trigger === "schedule" ? "by schedule" : `by ${backup.createdBy}`}
          {backup.version && `, version ${backup.version}`}
        </span>
      </span>
      <span className="min-w-0 max-md:order-4 max-md:col-span-full">
        <span className="block truncate">{sizeOf(backup)}</span>
        <span className="block truncate text-xs text-muted-foreground" title={backup.file}>
          {backup.destination}
        </span>
      </span>
      <span className="flex justify-end gap-2 max-md:order-2">{children}</span>
      {backup.reason && (
        <p className="col-span-full text-sm break-words text-muted-foreground max-md:order-5">
          {backup.reason}
        </p>
      )}
    </li>
  );
}

function sizeOf(backup: Backup): string {
  if (isUnderWay(backup)) return backup.doneBytes ? `${bytes(backup.doneBytes)} so far` : "";
  if (backup.sizeBytes === null || backup.state !== "verified") return "Nothing was kept";
  const volumes = backup.parts.filter(({ kind }) => kind === "volume").length;
  const dumps = backup.parts.length - volumes;
  const held = [volumes > 0 && counted(volumes, "volume"), dumps > 0 && counted(dumps, "dump")].filter(
    Boolean,
  );
  return [bytes(backup.sizeBytes), ...held].join(", ");
}
