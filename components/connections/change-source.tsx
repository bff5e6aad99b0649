"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Project } from "@/lib/projects/schema";
import { type Choices, toConnections } from "./choices";
import type { Reconnect } from "./project-connections";
import { SourcePicker } from "./source-picker";
import { useSources } from "./use-sources";

type ChangeSourceProps = { project: Project; requirementId: string; reconnect: Reconnect; close: () => void };

/** Chooses another project for one requirement; the others stay as they are. */
export function ChangeSource({ project, requirementId, reconnect, close }: ChangeSourceProps) {
  const router = useRouter();
  const sources = useSources(project.appId, project.id);
  const [choices, setChoices] = useState<Choices>(() => storedChoices(project));
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  const requirement = sources.data?.find((one) => one.requirementId === requirementId);
  function save() {
    start(async () => {
      setFailure(undefined);
      const result = await reconnect(toConnections(choices)).catch(() => ({
        ok: false as const,
        message: "The server did not answer. Try again in a moment.",
        issues: undefined,
      }));
      if (!result.ok) return setFailure(result.issues?.[0]?.message ?? result.message);
      toast.success("Saved. It takes effect with the next deployment.");
      close();
      router.refresh();
    });
  }
  if (sources.error && !requirement)
    return <p className="text-sm text-fail">The projects could not be read: {sources.error.message}</p>;
  if (!requirement) return <Skeleton className="h-24 rounded-md" />;
  const choice = choices[requirementId];
  return (
    <div className="grid gap-4 rounded-md border p-4">
      <SourcePicker
        requirement={requirement}
        choice={choice}
        error={failure}
        onChange={(next) => setChoices((before) => ({ ...before, [requirementId]: next }))}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={busy} onClick={close}>
          Keep as it is
        </Button>
        <Button variant="primary" disabled={busy || choice === undefined} onClick={save}>
          {busy ? "Saving…" : "Save"}
        </Button>
      </div>
    </div>
  );
}

function storedChoices({ uses }: Project): Choices {
  return Object.fromEntries(
    uses.flatMap(({ requirementId, projectId, mode }) =>
      projectId && mode ? [[requirementId, { projectId, mode }]] : [],
    ),
  );
}
