"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { AlertDialogCancel, AlertDialogDescription, AlertDialogTitle } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { FailAlert } from "./fail-alert";

type TypedConfirmationProps = {
  title: ReactNode;
  lead: ReactNode;
  /** What has to be typed. */
  name: string;
  /** Whether everything else that has to be answered is. */
  ready?: boolean;
  busy: boolean;
  failure: string | undefined;
  words: { keep: string; act: string; busy: string };
  confirm: () => void;
  /** What else is said and asked, between the lead and the name. */
  children?: ReactNode;
};

/** The inside of an alert dialog before something is lost: says what, and asks for its name. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, lead, name, ready = true, busy, failure, words, confirm, children } = props;
  const [typed, setTyped] = useState("");
  const id = useId();
  const matches = ready && typed.trim() === name.trim();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (matches && !busy) confirm();
  }
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <div>
        <AlertDialogTitle className="break-words">{title}</AlertDialogTitle>
        <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">{lead}</AlertDialogDescription>
      </div>
      {children}
      <div className="grid gap-1.5">
        <Label htmlFor={id}>
          <span>
            Type <code>{name}</code> to confirm
          </span>
        </Label>
        <Input id={id} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </div>
      {failure && <FailAlert>{failure}</FailAlert>}
      <div className="flex flex-wrap justify-end gap-2">
        <AlertDialogCancel asChild>
          <Button disabled={busy}>{words.keep}</Button>
        </AlertDialogCancel>
        <Button type="submit" variant="danger" disabled={!matches || busy}>
          {busy ? words.busy : words.act}
        </Button>
      </div>
    </form>
  );
}
