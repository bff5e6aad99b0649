"use client";

import { Database, History, Undo2 } from "lucide-react";
import { useState, useTransition } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { TimeAgo } from "@/components/marks/time-ago";
import { TypedConfirmation } from "@/components/marks/typed-confirmation";
import { bytes, counted } from "@/components/marks/words";
import type { Outcome } from "@/components/shell/shell-provider";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { Deployment } from "@/lib/deployments/schema";

type RollBackProps = { deployment: Deployment; rollBack: (restoreData: boolean) => Promise<Outcome> };
type Data = NonNullable<NonNullable<Deployment["wayBack"]>["data"]>;

/** Goes back to this deployment, after a dialog that says what becomes of the data. */
export function RollBack({ deployment, rollBack }: RollBackProps) {
  const [open, setOpen] = useState(false);
  const [restore, setRestore] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const data = deployment.wayBack?.data ?? null;
  const confirm = () =>
    start(async () => {
      setFailure(undefined);
      const outcome = await rollBack(restore && data !== null);
      if (outcome && !outcome.ok) setFailure(outcome.message);
    });
  const title = `Go back to deployment ${deployment.number} of ${deployment.projectName}?`;
  const choice = <DataChoice data={data} restore={restore} setRestore={setRestore} />;
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button>
          <Undo2 aria-hidden />
          Roll back to this
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        {restore && data ? (
          <TypedConfirmation
            title={title}
            lead={LEAD}
            name={deployment.projectName}
            busy={busy}
            failure={failure}
            words={{ keep: "Keep what runs", act: "Roll back, replace the data", busy: "Rolling back…" }}
            confirm={confirm}
          >
            {choice}
            <Lost data={data} />
          </TypedConfirmation>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
            <div>
              <AlertDialogTitle className="break-words">{title}</AlertDialogTitle>
              <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">
                {LEAD}
              </AlertDialogDescription>
            </div>
            {choice}
            {failure && <FailAlert>{failure}</FailAlert>}
            <div className="flex flex-wrap justify-end gap-2">
              <AlertDialogCancel asChild>
                <Button disabled={busy}>Keep what runs</Button>
              </AlertDialogCancel>
              <Button variant="primary" disabled={busy} onClick={confirm}>
                {busy ? "Rolling back…" : "Roll back"}
              </Button>
            </div>
          </div>
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
}

const LEAD =
  "It runs the images, variables and files of then. Should they not work any more, what runs now comes back by itself.";

function DataChoice({
  data,
  restore,
  setRestore,
}: {
  data: Data | null;
  restore: boolean;
  setRestore: (restore: boolean) => void;
}) {
  if (!data) {
    return (
      <p className="text-sm">
        <b>The data stays as it is now.</b>{" "}
        <span className="text-muted-foreground">
          No copy of the data of then is kept. An older version may not be able to read what a newer one has
          stored.
        </span>
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Its data</legend>
      <RadioGroup value={restore ? "then" : "now"} onValueChange={(value) => setRestore(value === "then")}>
        <RadioCard
          value="now"
          label="Keep the data of now"
          help="Nothing stored is lost. An older version may not be able to read what a newer one has stored."
        />
        <RadioCard
          value="then"
          label="Bring back the data of then"
          help={
            <>
              A copy of {counted(data.volumes.length, "volume")}, taken <TimeAgo at={data.takenAt} />.
            </>
          }
        />
      </RadioGroup>
    </fieldset>
  );
}

/** What goes when the data is replaced, by name. */
function Lost({ data }: { data: Data }) {
  return (
    <ul className="rounded-md border border-fail-line">
      <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 border-b border-border-soft px-3 py-2 text-sm">
        <History aria-hidden className="mt-0.5 text-fail" />
        <span>
          <b>
            Everything stored since <TimeAgo at={data.takenAt} /> is replaced
          </b>
          <span className="block text-muted-foreground">
            in the volumes below; a copy of it is kept for a while
          </span>
        </span>
      </li>
      {data.volumes.map(({ name, sizeBytes }) => (
        <li
          key={name}
          className="grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 border-b border-border-soft px-3 py-2 text-sm last:border-b-0"
        >
          <Database aria-hidden className="mt-0.5 text-fail" />
          <span className="min-w-0">
            <code className="block truncate">{name}</code>
            <span className="block text-muted-foreground">becomes the copy of {bytes(sizeBytes)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
