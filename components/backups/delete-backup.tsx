"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { TimeAgo } from "@/components/marks/time-ago";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
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
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button size="icon-sm" variant="ghost" aria-label={`Delete the backup of ${name}`}>
          <Trash2 aria-hidden />
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
          <div>
            <AlertDialogTitle>Delete this backup?</AlertDialogTitle>
            <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">
              It was taken <TimeAgo at={backup.createdAt} />. Its file in {backup.destination} is deleted with
              it, for good.
            </AlertDialogDescription>
          </div>
          {failure && <FailAlert>{failure}</FailAlert>}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialogCancel asChild>
              <Button disabled={busy}>Keep it</Button>
            </AlertDialogCancel>
            <Button variant="danger" disabled={busy} onClick={confirm}>
              {busy ? "Deleting…" : "Delete it"}
            </Button>
          </div>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
