"use client";

import type { ReactNode } from "react";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { type Planned, SeePlan } from "./plan-dialog";

export type Change = { key: string; before: string; after: string };

type RedeployBarProps = {
  changes: readonly Change[];
  /** Saved before, but not yet running. */
  waiting: readonly string[];
  busy: boolean;
  failure?: ReactNode;
  /** The edits as the plan takes them. */
  planned: Planned;
  discard: () => void;
  save: (redeploy: boolean) => void;
};

/** Sticks to the lower edge while something is changed: what exactly, and how to let it take effect. */
export function RedeployBar({ changes, waiting, busy, failure, planned, discard, save }: RedeployBarProps) {
  if (changes.length === 0 && waiting.length === 0) return null;
  const isNew = changes.length > 0;
  return (
    <section
      aria-label="Changes"
      className="sticky bottom-3 z-14 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-lg border border-primary-line bg-popover py-2.5 pr-2.5 pl-4 shadow-(--shadow-pop) max-md:bottom-16 max-md:grid-cols-1 max-md:p-3"
    >
      <div className="min-w-0" role="status">
        <div className="text-sm font-semibold">
          {isNew
            ? `${counted(changes.length, "change")} ${changes.length === 1 ? "needs" : "need"} a redeploy`
            : `${counted(waiting.length, "saved change")} ${waiting.length === 1 ? "waits" : "wait"} for a redeploy`}
        </div>
        {isNew ? (
          <div className="flex min-w-0 flex-wrap gap-x-3 font-mono text-xs leading-[18px]">
            {changes.slice(0, 4).map(({ key, before, after }) => (
              <span key={key} className="max-w-full truncate">
                <span className="text-muted-foreground">{key}</span>{" "}
                {before && <del className="text-fail">{before}</del>} →{" "}
                <ins className="text-ok no-underline">{after || "(empty)"}</ins>
              </span>
            ))}
            {changes.length > 4 && <span>and {changes.length - 4} more</span>}
          </div>
        ) : (
          <div className="truncate font-mono text-xs leading-[18px] text-muted-foreground">
            {waiting.join(", ")}
          </div>
        )}
        {failure && <div className="mt-1 text-xs text-fail">{failure}</div>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-1">
        <SeePlan {...planned} />
        {isNew && (
          <>
            <Button variant="ghost" disabled={busy} onClick={discard}>
              Discard
            </Button>
            <Button disabled={busy} onClick={() => save(false)}>
              Save for later
            </Button>
          </>
        )}
        <Button variant="primary" disabled={busy} onClick={() => save(true)}>
          {busy ? "Saving…" : isNew ? "Save and redeploy" : "Redeploy now"}
        </Button>
      </div>
    </section>
  );
}
