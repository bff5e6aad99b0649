"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Confirmation } from "@/components/marks/confirmation";
import { TimeAgo } from "@/components/marks/time-ago";
import { AlertDialog, AlertDialogContent, AlertDialogTrigger } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import type { Backup } from "@/lib/backups/schema";
import type { BackupActions } from "./actions";
import { useAct } from "./use-act";

type DeleteBackupProps = { backup: Backup; remove: BackupActions["remove"]; done: () => void };

/** Deletes a backup for good, after asking. */
export function DeleteBackup({ backup, remove, done }: DeleteBackupProps) {
  const [open, setOpen] = useState(false);
  const { act, busy, failure } = useAct();
  const name = backup.createdAt.slice(0, 16).replace("T", " ");
  const confirm = () =>
    act(
      () => remove(backup.id),
      () => {
        setOpen(false);
        done();
      },
    );
  const lead = (
    <>
      It was taken <TimeAgo at={backup.createdAt} />. Its file in {backup.destination} is deleted with it, for
      good.
    </>
  );
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button size="icon-sm" variant="ghost" aria-label={`Delete the backup of ${name}`}>
          <Trash2 aria-hidden />
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <Confirmation
          title="Delete this backup?"
          lead={lead}
          danger
          busy={busy}
          failure={failure}
          words={{ keep: "Keep it", act: "Delete it", busy: "Deleting…" }}
          confirm={confirm}
        />
      </AlertDialogContent>
    </AlertDialog>
  );
}
