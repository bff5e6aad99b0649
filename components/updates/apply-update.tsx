"use client";

import { ArrowUp } from "lucide-react";
import { useTransition } from "react";
import { toast } from "sonner";
import type { Outcome } from "@/components/shell/shell-provider";
import { Button } from "@/components/ui/button";
import type { UpdateEntry } from "@/lib/updates/schema";

/** Goes on to the deployment when it could be queued. */
export type Apply = (projectId: string) => Promise<Outcome>;

/** Takes the update: nothing is lost by it, since a version that does not work is taken back by itself. */
export function ApplyUpdate({ entry, apply }: { entry: UpdateEntry; apply: Apply }) {
  const [busy, start] = useTransition();
  const take = () =>
    start(async () => {
      const outcome = await apply(entry.projectId);
      if (outcome && !outcome.ok) toast.error("It was not updated", { description: outcome.message });
    });
  return (
    <Button size="sm" variant="primary" disabled={busy} aria-label={`Update ${entry.name}`} onClick={take}>
      <ArrowUp aria-hidden />
      {busy ? "Updating…" : "Update"}
    </Button>
  );
}
