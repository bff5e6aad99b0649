"use client";

import { TriangleAlert } from "lucide-react";
import { CopyButton } from "@/components/marks/copy-button";
import { TimeAgo } from "@/components/marks/time-ago";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useSystem } from "./live";

/** Says on every page that nothing can be run, why, and the one command that mends it. */
export function EngineBanner() {
  const { data, isFetching, refetch, dataUpdatedAt } = useSystem();
  const { engine } = data;
  if (engine.state === "ready") return null;
  return (
    <Alert variant="warn" role="alert" className="mb-5 flex-wrap items-center">
      <TriangleAlert aria-hidden className="self-start" />
      <div className="min-w-[220px] flex-1">
        <b>No container engine answers{engine.hostname ? ` on ${engine.hostname}` : ""}.</b> {engine.message}{" "}
        Apps that run keep running; nothing can be installed or changed. Tried{" "}
        <TimeAgo at={new Date(dataUpdatedAt).toISOString()} everyMs={1_000} />.
        {engine.installCommand && (
          <div className="mt-2 flex min-w-0 items-center gap-1 rounded-md border bg-card py-0.5 pr-0.5 pl-2.5">
            <code className="min-w-0 flex-1 py-1.5 break-words">{engine.installCommand}</code>
            <CopyButton text={engine.installCommand} label="Copy the command that installs an engine" />
          </div>
        )}
      </div>
      <Button size="sm" variant="primary" disabled={isFetching} onClick={() => refetch()}>
        {isFetching ? "Trying…" : "Try again"}
      </Button>
    </Alert>
  );
}
