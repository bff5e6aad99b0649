import Link from "next/link";
import { AppTile } from "@/components/marks/app-tile";
import { StatusMark } from "@/components/marks/status-mark";
import type { UpdateEntry } from "@/lib/updates/schema";
import { standingOf } from "./words";

/** A project that is not behind: current, or not known to be, and why. */
export function OtherLine({ entry }: { entry: UpdateEntry }) {
  const standing = standingOf(entry);
  const word = { behind: "Behind", current: "Current", unknown: "Unknown", unsupported: "Not comparable" }[
    standing
  ];
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_minmax(0,.6fr)_minmax(0,1.6fr)] items-center gap-x-3 gap-y-1 border-b border-border-soft px-5 py-[11px] text-sm last:border-b-0 max-md:grid-cols-[28px_minmax(0,1fr)_auto] max-md:px-4">
      <AppTile logo={entry.logo} name={entry.appName} size="s" />
      <Link href={`/projects/${entry.projectId}`} className="link truncate font-semibold">
        {entry.name}
      </Link>
      <span className="truncate text-muted-foreground">{entry.current}</span>
      <span className="min-w-0 max-md:col-span-full">
        <StatusMark tone={standing === "current" ? "ok" : "off"} word={word} plain />
        {(entry.reason || entry.note) && (
          <span className="block text-xs break-words text-muted-foreground">
            {[entry.reason, entry.note].filter(Boolean).join(" ")}
          </span>
        )}
      </span>
    </li>
  );
}
