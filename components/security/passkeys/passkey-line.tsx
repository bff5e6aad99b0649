"use client";

import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { TimeAgo } from "@/components/marks/time-ago";
import { Button } from "@/components/ui/button";
import { FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { askAuth, wrongWith } from "../ask-auth";
import { Refused } from "../refused";
import { useAsk } from "../use-ask";

export type Passkey = { id: string; name: string | null; createdAt: string | null };

/** One passkey; renamed in place, deleted after a second press. */
export function PasskeyLine({ passkey: { id, name, createdAt } }: { passkey: Passkey }) {
  const { ask, busy, failure } = useAsk();
  const [wish, setWish] = useState<"rename" | "delete">();
  const shown = name ?? "Passkey without a name";
  async function remove() {
    const done = await ask(() => askAuth("passkey/delete-passkey", { id }));
    setWish(undefined);
    if (done) toast.success(`${shown} was deleted`);
  }
  if (wish === "rename") return <Rename id={id} name={name ?? ""} close={() => setWish(undefined)} />;
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
        {wish === "delete" ? (
          // A key, so that these are buttons of their own: the focus goes to the first.
          <span key="sure" className="flex gap-2">
            <Button size="sm" variant="danger" autoFocus disabled={busy} onClick={remove}>
              Delete {shown}
            </Button>
            <Button size="sm" onClick={() => setWish(undefined)}>
              Keep it
            </Button>
          </span>
        ) : (
          <span className="flex gap-2">
            <Button size="sm" aria-label={`Rename ${shown}`} onClick={() => setWish("rename")}>
              Rename
            </Button>
            <Button
              size="sm"
              variant="danger-ghost"
              aria-label={`Delete ${shown}…`}
              onClick={() => setWish("delete")}
            >
              Delete
            </Button>
          </span>
        )}
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
