"use client";

import { Fingerprint, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { wrongWith } from "../ask-auth";
import { Refused } from "../refused";
import { useAsk } from "../use-ask";
import { registerPasskey } from "./ceremony";
import { type Passkey, PasskeyLine } from "./passkey-line";

/** The passkeys of this account: add one with a name, rename, delete. */
export function PasskeysCard({ passkeys, unavailable }: { passkeys: Passkey[]; unavailable?: string }) {
  const [adding, setAdding] = useState(false);
  return (
    <Card aria-labelledby="passkeys-title">
      <CardHeader>
        <h2 id="passkeys-title">Passkeys</h2>
        {!unavailable && !adding && (
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add a passkey
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid gap-4">
        {unavailable && <p className="text-sm text-muted-foreground">{unavailable}</p>}
        {adding && <AddPasskey close={() => setAdding(false)} />}
        {passkeys.length > 0 ? (
          <ul className="divide-y divide-border-soft rounded-md border">
            {passkeys.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        ) : (
          !adding &&
          !unavailable && (
            <p className="text-sm text-muted-foreground">
              None yet. A passkey signs you in with your fingerprint, your face or the lock of your device.
            </p>
          )
        )}
      </CardBody>
    </Card>
  );
}

function AddPasskey({ close }: { close: () => void }) {
  const { ask, busy, failure } = useAsk();
  const [name, setName] = useState("");
  const [empty, setEmpty] = useState(false);
  const wrong = wrongWith(failure, "name") ?? (empty && !name.trim() ? "Write a name." : undefined);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setEmpty(!name.trim());
    if (!name.trim()) return;
    if (!(await ask(() => registerPasskey(name.trim())))) return;
    toast.success(`${name.trim()} can sign you in now`);
    close();
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      {!wrong && <Refused failure={failure} />}
      <div className="grid max-w-sm gap-1.5">
        <Label htmlFor="passkey-name">Name</Label>
        <Input
          id="passkey-name"
          autoComplete="off"
          autoFocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          aria-invalid={Boolean(wrong)}
          aria-describedby={describedBy("passkey-name", { help: "name", error: wrong })}
        />
        <FieldNotes id="passkey-name" help="Such as the device it is kept on." error={wrong} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={busy}>
          <Fingerprint aria-hidden />
          {busy ? "Waiting for your device…" : "Make the passkey"}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
