"use client";

import type { ReactNode } from "react";
import { Confirmation } from "@/components/marks/confirmation";
import { AlertDialog, AlertDialogContent } from "@/components/ui/alert-dialog";
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
  return (
    <AlertDialog open onOpenChange={(open) => !open && !busy && close()}>
      <AlertDialogContent>
        <Confirmation
          title={title}
          lead={lead}
          typed={name}
          busy={busy}
          failure={failure}
          words={{ keep: "Cancel", act: verb, busy: busyVerb }}
          confirm={() => run(act, done)}
        />
      </AlertDialogContent>
    </AlertDialog>
  );
}
