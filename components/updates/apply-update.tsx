"use client";

import { ArrowUp } from "lucide-react";
import { useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import type { SettingAnswers } from "@/lib/apps/schema";
import type { UpdateEntry } from "@/lib/updates/schema";

export type Refused = {
  ok: false;
  code: string;
  message: string;
  issues?: { path: string; message: string }[];
};

/** Goes on to the deployment when it could be queued. */
export type Apply = (projectId: string, settings?: SettingAnswers) => Promise<{ ok: true } | Refused>;

type ApplyUpdateProps = {
  entry: UpdateEntry;
  apply: Apply;
  /** The new version wants something answered first. */
  onQuestions: () => void;
};

/** Takes the update: nothing is lost by it, since a version that does not work is taken back by itself. */
export function ApplyUpdate({ entry, apply, onQuestions }: ApplyUpdateProps) {
  const [busy, start] = useTransition();
  const take = () =>
    start(async () => {
      const outcome = await apply(entry.projectId);
      if (!outcome || outcome.ok) return;
      if (outcome.code === "VALIDATION_ERROR") onQuestions();
      toast.error("It was not updated", { description: outcome.message });
    });
  return (
    <Button size="sm" variant="primary" disabled={busy} aria-label={`Update ${entry.name}`} onClick={take}>
      <ArrowUp aria-hidden />
      {busy ? "Updating…" : "Update"}
    </Button>
  );
}
