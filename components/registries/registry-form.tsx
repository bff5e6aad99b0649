"use client";

import { type FormEvent, useId, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { PasswordInput } from "@/components/ui/password-input";
import type { StoredRegistry } from "@/lib/registries/schema";
import type { RegistryActions } from "./actions";

type RegistryFormProps = {
  set: RegistryActions["set"];
  done: (stored: StoredRegistry) => void;
  /** The registry whose sign-in is replaced. */
  replace?: { host: string; username: string };
};

type Result = Awaited<ReturnType<RegistryActions["set"]>>;
const SILENT = { ok: false as const, message: "The server did not answer. Load the page again." };

/** Which registry, who, and with which password; the registry is asked before anything is kept. */
export function RegistryForm({ set, done, replace }: RegistryFormProps) {
  const id = useId();
  const [host, setHost] = useState(replace?.host ?? "");
  const [username, setUsername] = useState(replace?.username ?? "");
  const [password, setPassword] = useState("");
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState(false);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const next = await set({ host, username, password }).catch(() => SILENT);
    setBusy(false);
    setResult(next);
    if (!next.ok) return;
    setPassword("");
    done(next.value);
  }
  const issues = result?.ok === false ? (result.issues ?? []) : [];
  const wrong = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const [hostId, userId, passwordId] = [`${id}-host`, `${id}-user`, `${id}-password`];
  const hostHelp = "As images of it begin: ghcr.io, registry.example.org:5000; docker.io for Docker Hub.";
  const passwordHelp = "Best a token that may only read. It is kept encrypted, and never shown again.";
  return (
    <Card aria-labelledby={`${id}-title`}>
      <form onSubmit={onSubmit} noValidate>
        <CardHeader>
          <h2 id={`${id}-title`}>Sign in to a registry</h2>
        </CardHeader>
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <div className="grid content-start gap-1.5 sm:col-span-2">
            <Label htmlFor={hostId}>Registry</Label>
            <Input
              id={hostId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="ghcr.io"
              value={host}
              onChange={(event) => setHost(event.target.value)}
              aria-invalid={Boolean(wrong("host"))}
              aria-describedby={describedBy(hostId, { help: hostHelp, error: wrong("host") })}
            />
            <FieldNotes id={hostId} help={hostHelp} error={wrong("host")} />
          </div>
          <div className="grid content-start gap-1.5">
            <Label htmlFor={userId}>User name</Label>
            <Input
              id={userId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
              aria-invalid={Boolean(wrong("username"))}
              aria-describedby={describedBy(userId, { error: wrong("username") })}
            />
            <FieldNotes id={userId} error={wrong("username")} />
          </div>
          <div className="grid content-start gap-1.5">
            <Label htmlFor={passwordId}>Password or token</Label>
            <PasswordInput
              what="the password"
              id={passwordId}
              autoComplete="off"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              aria-invalid={Boolean(wrong("password"))}
              aria-describedby={describedBy(passwordId, { help: passwordHelp, error: wrong("password") })}
            />
            <FieldNotes id={passwordId} help={passwordHelp} error={wrong("password")} />
          </div>
          {result?.ok === false && issues.length === 0 && (
            <FailAlert className="sm:col-span-2">{result.message}</FailAlert>
          )}
        </CardBody>
        <CardFooter className="flex justify-end">
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? "Asking the registry…" : "Check and save"}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
