"use client";

import { Database, History, KeyRound, Unplug } from "lucide-react";
import { useId, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { TimeAgo } from "@/components/marks/time-ago";
import { TypedConfirmation } from "@/components/marks/typed-confirmation";
import { counted, listed } from "@/components/marks/words";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { Backup } from "@/lib/backups/schema";
import type { Project } from "@/lib/projects/schema";
import type { BackupActions } from "./actions";
import { useAct } from "./use-act";

type RestoreProps = { backup: Backup; project: Project; restore: BackupActions["restore"] };

/** Brings a backup back, after a dialog that says what is replaced and who else keeps data there. */
export function Restore({ backup, project, restore }: RestoreProps) {
  const [open, setOpen] = useState(false);
  const [where, setWhere] = useState<"here" | "new">("new");
  const [name, setName] = useState(`${project.name} restored`);
  const [agreed, setAgreed] = useState(project.usedBy.length === 0);
  const { act, busy, failure, issues } = useAct();
  const id = useId();
  const wrongName = issues.find(({ path }) => path === "as")?.message;
  const confirm = [...new Set(project.usedBy.map((user) => user?.name ?? "hidden"))];
  const send = () => act(() => restore(backup.id, where === "new" ? { as: name } : { confirm }));
  const lead = (
    <>
      Taken <TimeAgo at={backup.createdAt} /> and read back whole since.
    </>
  );
  const choice = (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Where</legend>
      <RadioGroup value={where} onValueChange={(value) => setWhere(value === "here" ? "here" : "new")}>
        <RadioCard
          value="new"
          label="Into a new project"
          help="What runs now is not touched. It gets addresses of its own."
        />
        <RadioCard
          value="here"
          label={`Into ${project.name}`}
          help="What is stored now is replaced. It is copied first, and comes back by itself if the restore fails."
        />
      </RadioGroup>
    </fieldset>
  );
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button size="sm">Restore…</Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        {where === "here" ? (
          <TypedConfirmation
            title={`Restore ${project.name} from this backup?`}
            lead={lead}
            name={project.name}
            ready={agreed}
            busy={busy}
            failure={failure}
            words={{ keep: "Keep what runs", act: "Restore, replace the data", busy: "Restoring…" }}
            confirm={send}
          >
            {choice}
            <Replaced backup={backup} />
            {project.usedBy.length > 0 && <Users project={project} agreed={agreed} setAgreed={setAgreed} />}
          </TypedConfirmation>
        ) : (
          <form
            className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5"
            onSubmit={(event) => {
              event.preventDefault();
              send();
            }}
          >
            <div>
              <AlertDialogTitle className="break-words">
                Restore {project.name} from this backup?
              </AlertDialogTitle>
              <AlertDialogDescription className="mt-1 text-sm text-muted-foreground">
                {lead}
              </AlertDialogDescription>
            </div>
            {choice}
            <div className="grid gap-1.5">
              <Label htmlFor={id}>Name of the new project</Label>
              <Input
                id={id}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
                aria-invalid={Boolean(wrongName)}
              />
              <FieldNotes id={id} error={wrongName} />
            </div>
            {failure && !wrongName && <FailAlert>{failure}</FailAlert>}
            <div className="flex flex-wrap justify-end gap-2">
              <AlertDialogCancel asChild>
                <Button disabled={busy}>Cancel</Button>
              </AlertDialogCancel>
              <Button type="submit" variant="primary" disabled={busy || name.trim() === ""}>
                {busy ? "Restoring…" : "Restore into a new project"}
              </Button>
            </div>
          </form>
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
}

const LINE =
  "grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 border-b border-border-soft px-3 py-2 text-sm last:border-b-0";

function Replaced({ backup }: { backup: Backup }) {
  return (
    <ul className="rounded-md border border-fail-line">
      <li className={LINE}>
        <History aria-hidden className="mt-0.5 text-fail" />
        <span>
          <b>Everything stored since then</b>
          <span className="block text-muted-foreground">a copy of it is kept for a while, to go back to</span>
        </span>
      </li>
      <li className={LINE}>
        <KeyRound aria-hidden className="mt-0.5 text-fail" />
        <span>
          <b>Version, settings and secrets</b>
          <span className="block text-muted-foreground">
            become those of then{backup.version && `: version ${backup.version}`}
          </span>
        </span>
      </li>
      {backup.parts.map(({ kind, name }) => (
        <li key={`${kind} ${name}`} className={LINE}>
          <Database aria-hidden className="mt-0.5 text-fail" />
          <span className="min-w-0">
            <b className="block truncate">{name}</b>
            <span className="block text-muted-foreground">
              {kind === "volume" ? "the files of this volume" : "the data of this service, from its own dump"}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

type UsersProps = { project: Project; agreed: boolean; setAgreed: (yes: boolean) => void };

function Users({ project: { usedBy }, agreed, setAgreed }: UsersProps) {
  const id = useId();
  const known = usedBy.flatMap((user) => user?.name ?? []);
  const hidden = usedBy.length - known.length;
  const names = [...known, ...(hidden > 0 ? [`${counted(hidden, "project")} that you may not see`] : [])];
  const one = usedBy.length === 1;
  return (
    <div className="rounded-md border border-fail-line px-3 py-2.5 text-sm">
      <p className="flex gap-2.5">
        <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-fail" />
        <span className="min-w-0">
          <b>{listed(names)}</b> {one ? "keeps" : "keep"} data here. {one ? "Its" : "Their"} data goes back in
          time too, and {one ? "it does" : "they do"} without it meanwhile.
        </span>
      </p>
      <label className="mt-2.5 flex items-center gap-2.5" htmlFor={id}>
        <Checkbox id={id} checked={agreed} onCheckedChange={(yes) => setAgreed(yes === true)} />
        <span>Take {one ? "it" : "them"} back in time too</span>
      </label>
    </div>
  );
}
