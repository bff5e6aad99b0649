"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { listed } from "@/components/marks/words";
import { AlertDialog, AlertDialogContent, AlertDialogTrigger } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { Project } from "@/lib/projects/schema";
import { UninstallForm } from "./uninstall-form";

type UninstallProps = {
  project: Project;
  uninstall: (
    deleteVolumes: string[],
    disconnect: boolean,
  ) => Promise<{ ok: true; keptVolumes: string[] } | { ok: false; message: string }>;
};

/** Takes a project away for good, after saying by name what is lost and what is kept. */
export function Uninstall({ project, uninstall }: UninstallProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const draft = project.status.state === "draft";
  function confirm(volumes: string[], disconnect: boolean) {
    start(async () => {
      setFailure(undefined);
      const result = await uninstall(volumes, disconnect).catch(() => ({
        ok: false as const,
        message: "The server did not answer. Load the page again to see what is left.",
      }));
      if (!result.ok) return setFailure(result.message);
      toast.success(draft ? `The draft ${project.name} was deleted` : `${project.name} was uninstalled`, {
        description: result.keptVolumes.length ? `Kept: ${listed(result.keptVolumes)}.` : undefined,
      });
      await queries.invalidateQueries({ queryKey: ["projects"] });
      router.push("/projects");
      router.refresh();
    });
  }
  return (
    <Card aria-label="Uninstall" className="border-fail-line">
      <CardHeader className="flex-nowrap border-b-0">
        <div>
          <h2 className="text-base leading-5">{draft ? "Delete the draft" : "Uninstall"}</h2>
          <p className="text-sm text-muted-foreground">
            {draft
              ? "What you answered so far is lost. Nothing runs, so nothing else is."
              : "Removes containers, network, settings and secrets. Volumes are kept unless you choose otherwise."}
          </p>
        </div>
        <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
          <AlertDialogTrigger asChild>
            <Button variant="danger-ghost" disabled={!project.canAdmin}>
              {draft ? "Delete…" : "Uninstall…"}
            </Button>
          </AlertDialogTrigger>
          <AlertDialogContent>
            <UninstallForm project={project} busy={busy} failure={failure} confirm={confirm} />
          </AlertDialogContent>
        </AlertDialog>
      </CardHeader>
    </Card>
  );
}
