"use client";

import { useRouter } from "next/navigation";
import { useId, useState, useTransition } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { useTimeZone } from "@/components/marks/use-now";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import type { Project, UpdateWindow } from "@/lib/projects/schema";
import { NIGHTS, type WindowDraft, WindowFields } from "./window-fields";

type Policy = { pinned?: boolean; updateWindow?: UpdateWindow | null };
type Issue = { path: string; message: string };
type Saved = { ok: true } | { ok: false; message: string; issues?: Issue[] };
type UpdatesCardProps = {
  project: Pick<Project, "name" | "version" | "pinned" | "updateWindow" | "canWrite">;
  save: (policy: Policy) => Promise<Saved>;
};

/** Whether a project stays on its version, and whether it is updated by itself. */
export function UpdatesCard({ project, save }: UpdatesCardProps) {
  const { name, version, pinned, updateWindow, canWrite } = project;
  const router = useRouter();
  const ownZone = useTimeZone();
  const id = useId();
  const [draft, setDraft] = useState<WindowDraft>();
  const [failure, setFailure] = useState<string>();
  const [issues, setIssues] = useState<Issue[]>([]);
  const [busy, start] = useTransition();
  const keep = (policy: Policy) =>
    start(async () => {
      setFailure(undefined);
      const outcome = await save(policy).catch((): Saved => UNREACHABLE);
      setIssues(outcome.ok ? [] : (outcome.issues ?? []));
      if (!outcome.ok) return setFailure(outcome.message);
      setDraft(undefined);
      router.refresh();
    });
  const shown = draft ?? updateWindow ?? undefined;
  const isChanged = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(updateWindow);
  return (
    <Card aria-labelledby="updates-heading">
      <CardHeader>
        <h2 id="updates-heading">Updates</h2>
      </CardHeader>
      <fieldset disabled={!canWrite || busy}>
        <Line
          id={`${id}-pin`}
          label="Pinned to its version"
          help={
            pinned
              ? `${name} stays on ${version}. What is newer is shown, and not applied.`
              : "While it is on, what is newer is shown, and not applied."
          }
          on={pinned}
          change={(on) => keep({ pinned: on })}
        />
        <Line
          id={`${id}-auto`}
          label="Updated by itself"
          help="In a window of time that you choose. A version that does not work is taken back, and not tried again by itself."
          on={shown !== undefined}
          change={(on) => {
            if (on) setDraft({ ...NIGHTS, timeZone: ownZone });
            else if (updateWindow) keep({ updateWindow: null });
            else setDraft(undefined);
          }}
        />
        {shown && (
          <CardBody className="grid gap-4">
            <WindowFields
              draft={shown}
              onChange={(next) => {
                setDraft(next);
                setIssues([]);
              }}
              errorOf={(field) =>
                issues.find(({ path }) => path.startsWith(`updateWindow.${field}`))?.message
              }
            />
            {isChanged && (
              <div className="flex flex-wrap justify-end gap-2">
                <Button onClick={() => setDraft(undefined)}>Discard</Button>
                <Button variant="primary" onClick={() => keep({ updateWindow: draft })}>
                  {busy ? "Saving…" : "Save the window"}
                </Button>
              </div>
            )}
          </CardBody>
        )}
      </fieldset>
      {failure && <FailAlert className="mx-5 mb-4">{failure}</FailAlert>}
    </Card>
  );
}

const UNREACHABLE: Saved = { ok: false, message: "The server did not answer. Nothing is lost: try again." };

type LineProps = { id: string; label: string; help: string; on: boolean; change: (on: boolean) => void };

function Line({ id, label, help, on, change }: LineProps) {
  return (
    <CardBody className="flex items-start justify-between gap-5 border-b border-border-soft last:border-b-0">
      <div className="min-w-0">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-help`} checked={on} onCheckedChange={change} />
    </CardBody>
  );
}
