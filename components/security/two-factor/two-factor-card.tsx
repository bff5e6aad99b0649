"use client";

import Link from "next/link";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { askAuth } from "../ask-auth";
import { PasswordField } from "../password-field";
import { Refused } from "../refused";
import { useAsk } from "../use-ask";
import { RecoveryCodes } from "./recovery-codes";

type Wish = "replace" | "off";

/** Whether signing in takes a second factor; on: new recovery codes, or off again, each with the password. */
export function TwoFactorCard({ on, hasPassword }: { on: boolean; hasPassword: boolean }) {
  const [wish, setWish] = useState<Wish>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Card aria-labelledby="two-factor-title">
      <CardHeader>
        <h2 id="two-factor-title">Two-factor authentication</h2>
        <Badge variant={on ? "ok" : "plain"}>{on ? "On" : "Off"}</Badge>
      </CardHeader>
      <CardBody className="grid gap-4">
        <p className="text-sm text-muted-foreground">
          {on
            ? "Signing in by password, passkey or another account also asks for a code of your authenticator."
            : "With it, signing in also asks for a code of an authenticator app: a password that somebody else knows is not enough."}
        </p>
        {codes ? (
          <RecoveryCodes codes={codes} done={() => setCodes(undefined)} />
        ) : wish ? (
          <Confirm key={wish} wish={wish} close={() => setWish(undefined)} showCodes={setCodes} />
        ) : on ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setWish("replace")}>Replace the recovery codes</Button>
            <Button variant="danger-ghost" onClick={() => setWish("off")}>
              Turn off
            </Button>
          </div>
        ) : hasPassword ? (
          <Button asChild variant="primary" className="justify-self-start">
            <Link href="/settings/security/two-factor">Set up</Link>
          </Button>
        ) : (
          <p className="text-sm">Add a password first: it is asked for when this is changed.</p>
        )}
      </CardBody>
    </Card>
  );
}

const WISHES = {
  replace: {
    text: "The codes you have now stop working.",
    button: "Make new recovery codes",
    route: "two-factor/generate-backup-codes",
    variant: "primary",
  },
  off: {
    text: "Your authenticator and all recovery codes for this account stop being asked for.",
    button: "Turn off two-factor authentication",
    route: "two-factor/disable",
    variant: "danger",
  },
} as const;

type ConfirmProps = { wish: Wish; close: () => void; showCodes: (codes: string[]) => void };

function Confirm({ wish, close, showCodes }: ConfirmProps) {
  const { text, button, route, variant } = WISHES[wish];
  const { ask, busy, failure } = useAsk();
  const [password, setPassword] = useState("");
  const wrong = failure?.code === "INVALID_PASSWORD" ? failure.message : undefined;
  async function submit(event: FormEvent) {
    event.preventDefault();
    const done = await ask(() => askAuth<{ backupCodes?: string[] }>(route, { password }));
    if (!done) return;
    close();
    if (done.value.backupCodes) showCodes(done.value.backupCodes);
    else toast.success("Two-factor authentication is off");
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {!wrong && <Refused failure={failure} />}
      <p className="text-sm">{text}</p>
      <PasswordField
        id="confirm-password"
        label="Your password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wrong}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={variant} disabled={busy}>
          {button}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
