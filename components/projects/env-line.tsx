"use client";

import { Pencil, Undo2, X } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import type { EnvEntry } from "@/lib/projects/schema";
import { type EnvDraft, mayRemove } from "./env-changes";

const SOURCES: Record<EnvEntry["source"], string> = {
  definition: "the app's own",
  generated: "generated",
  setting: "a setting",
  user: "added",
  captured: "captured",
  connection: "from a connection",
};

type EnvLineProps = { draft: EnvDraft; canWrite: boolean; onChange: (draft: EnvDraft) => void };

export function EnvLine({ draft, canWrite, onChange }: EnvLineProps) {
  const { service, key, stored, value, removed } = draft;
  const editing = value !== undefined && !removed;
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_110px_72px] items-center gap-x-4 gap-y-1 border-b border-border-soft px-5 py-1.5 text-sm last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-2.5">
      <span className={cn("min-w-0", removed && "line-through")}>
        <code className="block truncate font-semibold" title={key}>
          {key}
        </code>
        <span className="text-xs text-muted-foreground">{service}</span>
      </span>
      <span className="min-w-0 max-md:order-last max-md:col-span-full">
        {editing ? (
          <ValueInput draft={draft} onChange={onChange} />
        ) : (
          <code className="block truncate text-muted-foreground" title={stored?.value ?? undefined}>
            {stored?.secret ? "••••••••••••" : (stored?.value ?? "")}
          </code>
        )}
      </span>
      <span className="max-md:hidden">
        {stored ? (
          <Badge variant="line">{SOURCES[stored.source]}</Badge>
        ) : (
          <Badge variant="primary">New</Badge>
        )}
      </span>
      <span className="flex justify-end gap-1">
        {canWrite && <Buttons draft={draft} onChange={onChange} />}
      </span>
    </li>
  );
}

function ValueInput({ draft, onChange }: Omit<EnvLineProps, "canWrite">) {
  const label = `Value of ${draft.key}`;
  const props = {
    "aria-label": label,
    autoComplete: "off",
    value: draft.value,
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, value: event.target.value }),
  };
  if (!draft.secret) return <Input className="font-mono md:text-xs" {...props} />;
  return <PasswordInput what={label} placeholder="A new value" {...props} />;
}

function Buttons({ draft, onChange }: Omit<EnvLineProps, "canWrite">) {
  const { key, stored, value, removed } = draft;
  const touched = removed || (stored !== null && value !== undefined);
  if (touched) {
    return (
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Undo the change of ${key}`}
        onClick={() => onChange({ ...draft, value: stored ? undefined : value, removed: false })}
      >
        <Undo2 aria-hidden />
      </Button>
    );
  }
  return (
    <>
      {stored && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Edit ${key}`}
          onClick={() => onChange({ ...draft, value: stored.value ?? "" })}
        >
          <Pencil aria-hidden />
        </Button>
      )}
      {mayRemove(draft) && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${key}`}
          onClick={() => onChange({ ...draft, removed: true })}
        >
          <X aria-hidden />
        </Button>
      )}
    </>
  );
}
