"use client";

import { type ReactNode, useId, useState } from "react";
import { AlertDialogCancel, AlertDialogDescription, AlertDialogTitle } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { FailAlert } from "./fail-alert";

type ConfirmationProps = {
  title: ReactNode;
  lead: ReactNode;
  /** What has to be typed, where much is lost. */
  typed?: string;
  /** Whether everything else that has to be answered is. */
  ready?: boolean;
  /** Whether something is lost. */
  danger?: boolean;
  busy: boolean;
  failure: string | undefined;
  words: { keep: string; act: string; busy: string };
  confirm: () => void;
  /** What else is said and asked, below the lead. */
  children?: ReactNode;
};

/** The inside of an alert dialog: what is about to happen, and the two ways out of it. */
export function Confirmation(props: ConfirmationProps) {
  const { title, lead, typed, ready = true, danger, busy, failure, words, confirm, children } = props;
  const [text, setText] = useState("");
  const id = useId();
  const complete = ready && (typed === undefined || text.trim() === typed.trim());
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !busy) confirm();
      }}
    >
      <div>
        <AlertDialogTitle className="break-words">{title}</AlertDialogTitle>
        <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">{lead}</AlertDialogDescription>
      </div>
      {children}
      {typed !== undefined && (
        <div className="grid gap-1.5">
          <Label htmlFor={id}>
            <span>
              Type <code>{typed}</code> to confirm
            </span>
          </Label>
          <Input id={id} autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
      )}
      {failure && <FailAlert>{failure}</FailAlert>}
      <div className="flex flex-wrap justify-end gap-2">
        <AlertDialogCancel asChild>
          <Button disabled={busy}>{words.keep}</Button>
        </AlertDialogCancel>
        <Button
          type="submit"
          variant={danger || typed !== undefined ? "danger" : "primary"}
          disabled={!complete || busy}
        >
          {busy ? words.busy : words.act}
        </Button>
      </div>
    </form>
  );
}
