"use client";

import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { TimeAgo } from "@/components/marks/time-ago";
import { Button } from "@/components/ui/button";
import { FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { askAuth, wrongWith } from "../ask-auth";
import { AskTwice } from "../ask-twice";
import { Refused } from "../refused";
import { useAsk } from "../use-ask";

export type Passkey = { id: string; name: string | null; createdAt: string | null };

/** One passkey; renamed in place, deleted after a second press. */
export function PasskeyLine({ passkey: { id, name, createdAt } }: { passkey: Passkey }) {
  const { ask, busy, failure } = useAsk();
  const [renaming, setRenaming] = useState(false);
  const shown = name ?? "Passkey without a name";
  async function remove() {
    if (await ask(() => askAuth("passkey/delete-passkey", { id }))) toast.success(`${shown} was deleted`);
  }
  if (renaming) return <Rename id={id} name={name ?? ""} close={() => setRenaming(false)} />;
  return (
    <li className="grid gap-3 px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Fingerprint aria-hidden className="text-muted-foreground" />
        <span className="min-w-0 flex-1">
          <b className="block truncate text-sm">{shown}</b>
          {createdAt && (
            <span className="text-xs text-muted-foreground">
              added <TimeAgo at={createdAt} everyMs={60_000} />
            </span>
          )}
        </span>
        <AskTwice
          button="Delete"
          name={`Delete ${shown}…`}
          sure={`Delete ${shown}`}
          busy={busy}
          act={remove}
          beside={
            <Button size="sm" aria-label={`Rename ${shown}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
          }
        />
      </div>
      <Refused failure={failure} />
    </li>
  );
}

function Rename({ id, name, close }: { id: string; name: string; close: () => void }) {
  const { ask, busy, failure } = useAsk();
  const [typed, setTyped] = useState(name);
  const wrong = wrongWith(failure, "name");
  const field = `rename-${id}`;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await ask(() => askAuth("passkey/update-passkey", { id, name: typed }))) close();
  }
  return (
    <li className="px-3.5 py-2.5">
      <form onSubmit={submit} noValidate className="grid gap-2">
        {!wrong && <Refused failure={failure} />}
        <div className="flex flex-wrap gap-2">
          <Input
            id={field}
            aria-label={`New name of ${name || "the passkey"}`}
            className="min-w-0 flex-1"
            autoComplete="off"
            autoFocus
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-invalid={Boolean(wrong)}
            aria-describedby={wrong && `${field}-error`}
          />
          <Button type="submit" variant="primary" disabled={busy}>
            Save the name
          </Button>
          <Button onClick={close}>Cancel</Button>
        </div>
        <FieldNotes id={field} error={wrong} />
      </form>
    </li>
  );
}
