"use client";

import { type FormEvent, useEffect, useId, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { FormFooter } from "@/components/marks/form-footer";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { TextField } from "@/components/ui/text-field";
import type { StoredRegistry } from "@/lib/registries/schema";
import type { RegistryActions } from "./actions";

type RegistryFormProps = {
  set: RegistryActions["set"];
  done: (stored: StoredRegistry) => void;
  /** The registry whose sign-in is replaced, and how to leave it as it is. */
  replace?: { host: string; username: string; cancel: () => void };
  /** Whether somebody is at work here already, and writes on. */
  inUse: boolean;
};

type Result = Awaited<ReturnType<RegistryActions["set"]>>;
const SILENT = { ok: false as const, message: "The server did not answer. Load the page again." };

/** Which registry, who, and with which password; the registry is asked before anything is kept. */
export function RegistryForm({ set, done, replace, inUse }: RegistryFormProps) {
  const id = useId();
  const [host, setHost] = useState(replace?.host ?? "");
  const [username, setUsername] = useState(replace?.username ?? "");
  const [password, setPassword] = useState("");
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState(false);
  const [hostId, userId, passwordId] = [`${id}-host`, `${id}-user`, `${id}-password`];
  const first = replace ? passwordId : hostId;
  useEffect(() => {
    if (inUse) document.getElementById(first)?.focus();
  }, [inUse, first]);
  useEffect(() => {
    const path = result?.ok === false ? result.issues?.[0]?.path : undefined;
    const at = { host: hostId, username: userId, password: passwordId }[path ?? ""];
    if (at) document.getElementById(at)?.focus();
  }, [result, hostId, userId, passwordId]);
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
  return (
    <Card aria-labelledby={`${id}-title`}>
      <form onSubmit={onSubmit} noValidate>
        <CardHeader>
          <h2 id={`${id}-title`}>
            {replace ? `Replace the sign-in to ${replace.host}` : "Sign in to a registry"}
          </h2>
        </CardHeader>
        <CardBody className="grid gap-5 sm:grid-cols-2">
          <TextField
            id={hostId}
            label="Registry"
            help="As images of it begin: ghcr.io, registry.example.org:5000; docker.io for Docker Hub."
            example="ghcr.io"
            className="sm:col-span-2"
            value={host}
            error={wrong("host")}
            onChange={setHost}
          />
          <TextField
            id={userId}
            label="User name"
            value={username}
            error={wrong("username")}
            onChange={setUsername}
          />
          <TextField
            id={passwordId}
            label="Password or token"
            help="Best a token that may only read. It is kept encrypted, and never shown again."
            secret="the password"
            value={password}
            error={wrong("password")}
            onChange={setPassword}
          />
          {result?.ok === false && issues.length === 0 && (
            <FailAlert className="sm:col-span-2">{result.message}</FailAlert>
          )}
        </CardBody>
        <FormFooter
          busy={busy}
          words={{ act: "Check and save", busy: "Asking the registry…" }}
          cancel={replace?.cancel}
        />
      </form>
    </Card>
  );
}
