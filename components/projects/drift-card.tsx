"use client";

import { Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { toast } from "sonner";
import type { Outcome } from "@/components/shell/shell-provider";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Project } from "@/lib/projects/schema";
import { useLiveProject } from "./use-live-project";

type DriftCardProps = { project: Project; repair: () => Promise<Outcome> };

/** What somebody changed by hand on the engine, and the button that puts it right. */
export function DriftCard({ project: initial, repair }: DriftCardProps) {
  const project = useLiveProject(initial);
  const router = useRouter();
  const [busy, start] = useTransition();
  if (project.drift.length === 0) return null;
  const onRepair = () =>
    start(async () => {
      const id = toast.loading(`Repairing ${project.name}…`);
      const outcome = await repair().catch(() => ({
        ok: false as const,
        message: "The server did not answer. Try again in a moment.",
      }));
      if (outcome.ok) toast.success(`${project.name} was repaired`, { id });
      else toast.error(`${project.name} was not repaired`, { id, description: outcome.message });
      router.refresh();
    });
  return (
    <Alert variant="warn" role="status" className="items-start max-md:flex-wrap">
      <Wrench aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="text-sm leading-5">Changed by hand on the engine</h2>
        <ul>
          {project.drift.map(({ service, kind, what }) => (
            <li key={`${service} ${kind} ${what}`}>{what}</li>
          ))}
        </ul>
        <p className="text-muted-foreground">
          A repair makes it again as it was deployed last. Data, settings and secrets stay; what is right is
          not touched.
        </p>
      </div>
      {project.canWrite && (
        <Button variant="primary" disabled={busy} onClick={onRepair} className="max-md:w-full">
          Repair
        </Button>
      )}
    </Alert>
  );
}
