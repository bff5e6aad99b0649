"use client";

import { Database, History, Undo2 } from "lucide-react";
import { useState, useTransition } from "react";
import { Confirmation } from "@/components/marks/confirmation";
import { LostLine, LostList } from "@/components/marks/lost-list";
import { TimeAgo } from "@/components/marks/time-ago";
import { bytes, counted } from "@/components/marks/words";
import type { Outcome } from "@/components/shell/shell-provider";
import { AlertDialog, AlertDialogContent, AlertDialogTrigger } from "@/components/ui/alert-dialog";
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
  const lost = restore ? data : null;
  const confirm = () =>
    start(async () => {
      setFailure(undefined);
      const outcome = await rollBack(lost !== null);
      if (outcome && !outcome.ok) setFailure(outcome.message);
    });
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button>
          <Undo2 aria-hidden />
          Roll back to this
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <Confirmation
          title={`Go back to deployment ${deployment.number} of ${deployment.projectName}?`}
          lead={LEAD}
          typed={lost ? deployment.projectName : undefined}
          busy={busy}
          failure={failure}
          words={{
            keep: "Keep what runs",
            act: lost ? "Roll back, replace the data" : "Roll back",
            busy: "Rolling back…",
          }}
          confirm={confirm}
        >
          <DataChoice data={data} restore={restore} setRestore={setRestore} />
          {lost && <Lost data={lost} />}
        </Confirmation>
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
  const title = (
    <>
      Everything stored since <TimeAgo at={data.takenAt} /> is replaced
    </>
  );
  return (
    <LostList>
      <LostLine icon={History} name={title}>
        in the volumes below; a copy of it is kept for a while
      </LostLine>
      {data.volumes.map(({ name, sizeBytes }) => (
        <LostLine key={name} icon={Database} name={name}>
          becomes the copy of {bytes(sizeBytes)}
        </LostLine>
      ))}
    </LostList>
  );
}
