"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { Outcome } from "./actions";
import { useOutcome } from "./use-outcome";

type ConfirmProps = {
  title: string;
  lead: ReactNode;
  /** What has to be typed. */
  name: string;
  verb: string;
  busyVerb: string;
  act: () => Promise<Outcome>;
  close: () => void;
  done: () => void;
};

/** Says what is about to happen to whom, and asks for the name. */
export function Confirm({ title, lead, name, verb, busyVerb, act, close, done }: ConfirmProps) {
  const { failure, busy, run } = useOutcome();
  const [typed, setTyped] = useState("");
  const id = useId();
  const matches = typed.trim() === name.trim();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (matches && !busy) run(act, done);
  }
  return (
    <AlertDialog open onOpenChange={(open) => !open && !busy && close()}>
      <AlertDialogContent>
        <form onSubmit={onSubmit} className="grid gap-4 p-5">
          <div>
            <AlertDialogTitle className="break-words">{title}</AlertDialogTitle>
            <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">
              {lead}
            </AlertDialogDescription>
          </div>
          <div className="grid gap-1.5">
            <Label htmlFor={id}>
              <span>
                Type <code>{name}</code> to confirm
              </span>
            </Label>
            <Input
              id={id}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          {failure && (
            <p role="alert" className="text-sm text-fail">
              {failure}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialogCancel asChild>
              <Button disabled={busy}>Cancel</Button>
            </AlertDialogCancel>
            <Button type="submit" variant="danger" disabled={!matches || busy}>
              {busy ? busyVerb : verb}
            </Button>
          </div>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
}
