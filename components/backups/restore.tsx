"use client";

import { Database, History, KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { Confirmation } from "@/components/marks/confirmation";
import { LostLine, LostList } from "@/components/marks/lost-list";
import { TimeAgo } from "@/components/marks/time-ago";
import { UsersOf } from "@/components/projects/users-of";
import { AlertDialog, AlertDialogContent, AlertDialogTrigger } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
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
  const [where, setWhere] = useState<Place>("new");
  const [name, setName] = useState(`${project.name} restored`);
  const [agreed, setAgreed] = useState(project.usedBy.length === 0);
  const { act, busy, failure, issues } = useAct();
  const wrongName = issues.find(({ path }) => path === "as")?.message;
  const confirm = [...new Set(project.usedBy.map((user) => user?.name ?? "hidden"))];
  const send = () => act(() => restore(backup.id, where === "new" ? { as: name } : { confirm }));
  const lead = (
    <>
      Taken <TimeAgo at={backup.createdAt} /> and read back whole since.
    </>
  );
  const here = where === "here";
  return (
    <AlertDialog open={open} onOpenChange={(next) => !busy && setOpen(next)}>
      <AlertDialogTrigger asChild>
        <Button size="sm">Restore…</Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <Confirmation
          title={`Restore ${project.name} from this backup?`}
          lead={lead}
          typed={here ? project.name : undefined}
          ready={here ? agreed : name.trim() !== ""}
          busy={busy}
          failure={wrongName && !here ? undefined : failure}
          words={here ? REPLACE : BESIDE}
          confirm={send}
        >
          <Where where={where} setWhere={setWhere} project={project} />
          {here ? <Replaced backup={backup} /> : <NewName name={name} setName={setName} error={wrongName} />}
          {here && project.usedBy.length > 0 && (
            <Users project={project} agreed={agreed} setAgreed={setAgreed} />
          )}
        </Confirmation>
      </AlertDialogContent>
    </AlertDialog>
  );
}

const REPLACE = { keep: "Keep what runs", act: "Restore, replace the data", busy: "Restoring…" };
const BESIDE = { keep: "Cancel", act: "Restore into a new project", busy: "Restoring…" };

type Place = "here" | "new";
type WhereProps = { where: Place; setWhere: (where: Place) => void; project: Project };

function Where({ where, setWhere, project }: WhereProps) {
  return (
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
}

type NewNameProps = { name: string; setName: (name: string) => void; error: string | undefined };

function NewName({ name, setName, error }: NewNameProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Name of the new project</Label>
      <Input
        id={id}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(id, { error })}
      />
      <FieldNotes id={id} error={error} />
    </div>
  );
}

function Replaced({ backup }: { backup: Backup }) {
  return (
    <LostList>
      <LostLine icon={History} name="Everything stored since then">
        a copy of it is kept for a while, to go back to
      </LostLine>
      <LostLine icon={KeyRound} name="Version, settings and secrets">
        become those of then{backup.version && `: version ${backup.version}`}
      </LostLine>
      {backup.parts.map(({ kind, name }) => (
        <LostLine key={`${kind} ${name}`} icon={Database} name={name}>
          {kind === "volume" ? "the files of this volume" : "the data of this service, from its own dump"}
        </LostLine>
      ))}
    </LostList>
  );
}

type UsersProps = { project: Project; agreed: boolean; setAgreed: (yes: boolean) => void };

function Users({ project: { usedBy }, agreed, setAgreed }: UsersProps) {
  const one = usedBy.length === 1;
  return (
    <UsersOf
      usedBy={usedBy}
      agreement={`Take ${one ? "it" : "them"} back in time too`}
      agreed={agreed}
      setAgreed={setAgreed}
    >
      {one ? "keeps" : "keep"} data here. {one ? "Its" : "Their"} data goes back in time too, and{" "}
      {one ? "it does" : "they do"} without it meanwhile.
    </UsersOf>
  );
}
