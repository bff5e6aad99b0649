"use client";

import { Box, Database, KeyRound } from "lucide-react";
import { useState } from "react";
import { Confirmation } from "@/components/marks/confirmation";
import { LostLine, LostList } from "@/components/marks/lost-list";
import { counted } from "@/components/marks/words";
import { Checkbox } from "@/components/ui/checkbox";
import type { Project } from "@/lib/projects/schema";
import { UsersOf } from "./users-of";

type UninstallFormProps = {
  project: Project;
  busy: boolean;
  failure: string | undefined;
  confirm: (deleteVolumes: string[], disconnect: boolean) => void;
};

const LINE =
  "grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 border-b border-border-soft px-3 py-2 text-sm last:border-b-0";

/** What is lost, by name; which volumes go with it; and the name, typed, as the confirmation. */
export function UninstallForm({ project, busy, failure, confirm }: UninstallFormProps) {
  const [doomed, setDoomed] = useState<ReadonlySet<string>>(new Set());
  const draft = project.status.state === "draft";
  const volumes = draft ? [] : [...new Map(project.volumes.map((volume) => [volume.name, volume])).values()];
  const [disconnect, setDisconnect] = useState(false);
  const isUsed = project.usedBy.length > 0;
  const one = project.usedBy.length === 1;
  return (
    <Confirmation
      title={`${draft ? "Delete the draft" : "Uninstall"} ${project.name}?`}
      lead="This cannot be undone. What is lost:"
      typed={project.name}
      ready={disconnect || !isUsed}
      busy={busy}
      failure={failure}
      words={{ keep: "Keep it", act: submitWords(draft, doomed.size), busy: "Removing…" }}
      confirm={() => confirm([...doomed], disconnect)}
    >
      <LostList>
        {!draft &&
          project.services.map((service) => (
            <LostLine key={service.name} icon={Box} name={service.name}>
              the container of {service.image}
            </LostLine>
          ))}
        <LostLine icon={KeyRound} name="Settings and secrets">
          {draft ? "everything answered so far" : "the only copy of its generated passwords"}
        </LostLine>
      </LostList>
      {volumes.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm">
            <b>Data is kept</b> unless you tick it:
          </legend>
          <ul className="rounded-md border">
            {volumes.map(({ name, service, target }) => (
              <VolumeLine
                key={name}
                name={name}
                about={`${service}: ${target}`}
                doomed={doomed.has(name)}
                setDoomed={(yes) => setDoomed((before) => toggled(before, name, yes))}
              />
            ))}
          </ul>
        </fieldset>
      )}
      {isUsed && (
        <UsersOf
          usedBy={project.usedBy}
          agreement={`Disconnect ${one ? "it" : "them"} and uninstall`}
          agreed={disconnect}
          setAgreed={setDisconnect}
        >
          {one ? "uses" : "use"} this project. {one ? "It keeps" : "They keep"} running without what it
          provides, and {one ? "its" : "their"} next deployment is refused until another project takes its
          place.
        </UsersOf>
      )}
    </Confirmation>
  );
}

function submitWords(draft: boolean, volumes: number): string {
  if (draft) return "Delete the draft";
  return volumes === 0 ? "Uninstall, keep the data" : `Uninstall and delete ${counted(volumes, "volume")}`;
}

function toggled(before: ReadonlySet<string>, name: string, yes: boolean): ReadonlySet<string> {
  const after = new Set(before);
  if (yes) after.add(name);
  else after.delete(name);
  return after;
}

type VolumeLineProps = { name: string; about: string; doomed: boolean; setDoomed: (yes: boolean) => void };

function VolumeLine({ name, about, doomed, setDoomed }: VolumeLineProps) {
  const id = `volume-${name}`;
  return (
    <li className={LINE}>
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={doomed}
        onCheckedChange={(yes) => setDoomed(yes === true)}
      />
      <label htmlFor={id} className="min-w-0">
        <b className="flex items-center gap-1.5">
          <Database
            aria-hidden
            className={doomed ? "size-3.5 text-fail" : "size-3.5 text-muted-foreground"}
          />
          <span className="truncate">{name}</span>
        </b>
        <span className="block truncate text-muted-foreground">
          {doomed ? "deleted for ever, with everything in it" : `kept · ${about}`}
        </span>
      </label>
    </li>
  );
}
