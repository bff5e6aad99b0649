"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ArrowRight, ArrowUp } from "lucide-react";
import { useId, useState, useTransition } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import type { UpdateEntry } from "@/lib/updates/schema";
import type { Refused } from "./apply-update";
import { fromTo } from "./words";

/** Begins a round with these projects, in this order. */
export type ApplyAll = (projectIds: string[], goOn: boolean) => Promise<{ ok: true } | Refused>;

type UpdateAllProps = { entries: readonly UpdateEntry[]; applyAll: ApplyAll };

/** Updates what is behind one after the other, after saying what that is. */
export function UpdateAll({ entries, applyAll }: UpdateAllProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [goOn, setGoOn] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const id = useId();
  const begin = () =>
    start(async () => {
      setFailure(undefined);
      const ids = entries.map(({ projectId }) => projectId);
      const outcome = await applyAll(ids, goOn);
      if (!outcome.ok) return setFailure(outcome.message);
      await queries.invalidateQueries({ queryKey: ["updates"] });
      setOpen(false);
    });
  return (
    <Dialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button size="sm">
          <ArrowUp aria-hidden />
          Update all…
        </Button>
      </DialogTrigger>
      <DialogContent>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
          <div>
            <DialogTitle>Update {counted(entries.length, "project")}, one after the other?</DialogTitle>
            <DialogDescription className="mt-1 text-sm text-muted-foreground">
              Each is away for a moment while it is updated. A version that does not work is taken back by
              itself, with the data. You can close this page meanwhile.
            </DialogDescription>
          </div>
          <ol className="max-h-[40vh] overflow-y-auto rounded-md border text-sm">
            {entries.map((entry) => (
              <Line key={entry.projectId} entry={entry} />
            ))}
          </ol>
          <div className="flex items-start gap-2.5">
            <Checkbox
              id={`${id}-go-on`}
              className="mt-0.5"
              checked={goOn}
              onCheckedChange={(checked) => setGoOn(checked === true)}
            />
            <Label htmlFor={`${id}-go-on`} className="font-normal">
              Go on with the others when one does not work
            </Label>
          </div>
          {failure && <FailAlert>{failure}</FailAlert>}
          <div className="flex flex-wrap justify-end gap-2">
            <DialogClose asChild>
              <Button disabled={busy}>Not now</Button>
            </DialogClose>
            <Button variant="primary" disabled={busy} onClick={begin}>
              {busy ? "Beginning…" : `Update ${counted(entries.length, "project")}`}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Line({ entry }: { entry: UpdateEntry }) {
  const { from, to } = fromTo(entry);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 border-b border-border-soft px-3.5 py-2 last:border-b-0">
      <b className="truncate font-semibold">{entry.name}</b>
      <span className="inline-flex items-center gap-2 text-muted-foreground">
        {from}
        <ArrowRight aria-label="to" className="size-3.5 text-subtle-foreground" />
        {to}
      </span>
    </li>
  );
}
