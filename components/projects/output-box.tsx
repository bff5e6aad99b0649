"use client";

import { ExternalLink, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/marks/copy-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { ConnectionOutput } from "@/lib/projects/schema";
import { masked } from "./masked";

const PRIMARY = "";

type OutputBoxProps = { output: ConnectionOutput; internal: boolean };

/** One value to connect with: its forms, revealed when asked, copied as it is. */
export function OutputBox({ output, internal }: OutputBoxProps) {
  const [revealed, setRevealed] = useState(false);
  const [form, setForm] = useState(PRIMARY);
  const { label, secret, kind, variants = [], recommended, help } = output;
  const chosen = variants.find((variant) => variant.id === form) ?? output;
  const value = (internal ? chosen.internalValue : undefined) ?? chosen.value;
  const shown = secret && !revealed ? masked(value) : value;
  const Icon = revealed ? EyeOff : Eye;
  return (
    <div
      className={cn(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-[5px]",
        output.width !== "half" && "col-span-full",
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex items-center gap-1.5 text-sm font-semibold">
          {label}
          {recommended && <Badge variant="primary">Use this one</Badge>}
        </span>
        {variants.length > 0 && (
          <ToggleGroup
            small
            label={`Form of ${label}`}
            value={form || "primary"}
            choices={[
              { value: "primary", label: output.sourceLabel ?? "Default" },
              ...variants.map((variant) => ({ value: variant.id, label: variant.label })),
            ]}
            onChange={(next) => setForm(next === "primary" ? PRIMARY : next)}
          />
        )}
      </div>
      <div
        className={cn(
          "flex h-9 min-w-0 items-center gap-0.5 rounded-md border bg-background pr-1 pl-[11px] max-md:h-11",
          recommended && "border-primary-line",
        )}
      >
        <code className="min-w-0 flex-1 truncate text-[13px]" title={secret && !revealed ? undefined : value}>
          {shown}
        </code>
        {kind === "url" && !internal && /^https?:\/\//.test(value) && (
          <Button asChild variant="ghost" size="icon-sm">
            <a href={value} target="_blank" rel="noreferrer" aria-label={`Open ${label} in a new tab`}>
              <ExternalLink aria-hidden />
            </a>
          </Button>
        )}
        {secret && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-pressed={revealed}
            aria-label={`${revealed ? "Hide" : "Reveal"} ${label}`}
            onClick={() => setRevealed(!revealed)}
          >
            <Icon aria-hidden />
          </Button>
        )}
        <CopyButton text={value} label={`Copy ${label}`} />
      </div>
      {help && <p className="text-xs text-muted-foreground">{help}</p>}
    </div>
  );
}
