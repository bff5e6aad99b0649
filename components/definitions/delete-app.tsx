"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { Confirmation } from "@/components/marks/confirmation";
import { listed } from "@/components/marks/words";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import type { CustomApp } from "@/lib/apps/custom/schema";

export type RemoveApp = (appId: string) => Promise<{ ok: true } | { ok: false; message: string }>;

/** Deletes an own app for good, after its id was typed; one that is installed says where. */
export function DeleteApp({ app: { entry, projects }, remove }: { app: CustomApp; remove: RemoveApp }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  function confirm() {
    start(async () => {
      setFailure(undefined);
      const result = await remove(entry.id).catch(() => ({
        ok: false as const,
        message: "The server did not answer. Load the page again to see what is left.",
      }));
      if (!result.ok) return setFailure(result.message);
      toast.success(`${entry.name} was deleted`);
      setOpen(false);
      router.refresh();
    });
  }
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button size="sm" variant="danger-ghost">
          <Trash2 aria-hidden />
          Delete<span className="sr-only"> {entry.name}</span>
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        {projects.length > 0 ? (
          <StillUsed name={entry.name} projects={projects.map(({ name }) => name)} />
        ) : (
          <Confirmation
            title={`Delete ${entry.name}?`}
            lead="Its definition is lost and cannot be brought back. No project is made from it."
            typed={entry.id}
            busy={busy}
            failure={failure}
            words={{ keep: "Keep it", act: "Delete the app", busy: "Deleting…" }}
            confirm={confirm}
          />
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
}

function StillUsed({ name, projects }: { name: string; projects: readonly string[] }) {
  return (
    <div className="grid gap-4 p-5">
      <div>
        <AlertDialogTitle>{name} is in use</AlertDialogTitle>
        <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">
          It is used by {listed(projects)}. Uninstall {projects.length === 1 ? "it" : "them"} first, then
          delete the app.
        </AlertDialogDescription>
      </div>
      <div className="flex justify-end">
        <AlertDialogCancel asChild>
          <Button>Close</Button>
        </AlertDialogCancel>
      </div>
    </div>
  );
}
