"use client";

import { StatusMark } from "@/components/marks/status-mark";
import { counted, megabytes } from "@/components/marks/words";
import { useSystem } from "./live";

/** The machine that runs the containers: its name, its engine, its size. */
export function EngineBox() {
  const { engine } = useSystem().data;
  const ready = engine.state === "ready";
  const size = [
    engine.cpuCores !== null && counted(engine.cpuCores, "core"),
    engine.memoryMb !== null && `${megabytes(engine.memoryMb)} memory`,
  ].filter(Boolean);
  return (
    <div className="grid gap-1.5 rounded-md border bg-card p-2.5 text-xs">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <StatusMark
            tone={ready ? "ok" : "fail"}
            word={ready ? "Engine answers" : "No engine answers"}
            hideWord
            plain
          />
          <b className="truncate">{engine.hostname ?? "This machine"}</b>
        </span>
        <span className="shrink-0 text-subtle-foreground" title={engine.version ?? undefined}>
          {ready ? engineName(engine.product, engine.version) : "No engine"}
        </span>
      </div>
      <div className="text-muted-foreground">{size.length ? size.join(" · ") : "Size unknown"}</div>
    </div>
  );
}

function engineName(product: string | null, version: string | null): string {
  const short = version?.match(/^\d+(\.\d+)?/)?.[0] ?? "";
  return `${product?.split(" ")[0] ?? "Engine"} ${short}`.trim();
}
