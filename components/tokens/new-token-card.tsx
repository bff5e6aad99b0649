"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { AccessFields } from "@/components/grants/access-fields";
import type { Part, Reach } from "@/components/grants/words";
import { FailAlert } from "@/components/marks/fail-alert";
import { FormFooter } from "@/components/marks/form-footer";
import { useNow, useTimeZone } from "@/components/marks/use-now";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { GrantChoice } from "@/lib/grants/schema";
import type { MadeToken } from "@/lib/tokens/schema";
import type { MadeOutcome, TokenActions } from "./actions";
import { ExpirySelect, expiryDays } from "./expiry-select";
import { dayIn } from "./words";

type NewTokenCardProps = {
  choices: readonly GrantChoice[];
  organization: string;
  create: TokenActions["create"];
  done: (made: MadeToken) => void;
  /** Absent where there is nothing to go back to. */
  cancel?: () => void;
};

/** A new token: what it is for, how long it lives, what it may reach, and what that means in words. */
export function NewTokenCard({ choices, organization, create, done, cancel }: NewTokenCardProps) {
  const [name, setName] = useState("");
  const [expires, setExpires] = useState("90");
  const [reach, setReach] = useState<Reach>({ grants: null, readOnly: false });
  const { result, busy, send } = useCreate(create, done);
  const nameField = useRef<HTMLInputElement>(null);
  const wrongName = problemOf(result, "name");
  const wrongGrants = problemOf(result, "grants");
  useEffect(() => {
    if (cancel) nameField.current?.focus();
  }, [cancel]);
  useEffect(() => {
    if (wrongName) nameField.current?.focus();
  }, [wrongName]);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { grants, readOnly } = reach;
    send({ name, readOnly, expiresInDays: expiryDays(expires), grants: grants ? [...grants] : undefined });
  }
  return (
    <Card aria-labelledby="new-token-title">
      <form onSubmit={onSubmit} noValidate>
        <CardHeader>
          <h2 id="new-token-title">New token</h2>
        </CardHeader>
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <div className="grid content-start gap-1.5">
              <Label htmlFor="token-name">Name</Label>
              <Input
                ref={nameField}
                id="token-name"
                autoComplete="off"
                placeholder="Deploy from CI"
                value={name}
                onChange={(event) => setName(event.target.value)}
                aria-invalid={Boolean(wrongName)}
                aria-describedby={describedBy("token-name", { error: wrongName })}
              />
              <FieldNotes id="token-name" error={wrongName} />
            </div>
            <ExpirySelect value={expires} onChange={setExpires} />
          </div>
          <AccessFields
            choices={choices}
            value={reach}
            onChange={setReach}
            lead="This token will be able to"
            ending={useEnding(expiryDays(expires))}
            organization={organization}
            error={wrongGrants}
          />
          {result && !result.ok && !wrongName && !wrongGrants && <FailAlert>{result.message}</FailAlert>}
        </CardBody>
        <FormFooter busy={busy} words={{ act: "Create token", busy: "Creating…" }} cancel={cancel} />
      </form>
    </Card>
  );
}

function useCreate(create: TokenActions["create"], done: (made: MadeToken) => void) {
  const [result, setResult] = useState<MadeOutcome>();
  const [busy, setBusy] = useState(false);
  async function send(input: Parameters<typeof create>[0]) {
    setBusy(true);
    const silent = {
      ok: false as const,
      message: "The server did not answer. Look below whether it was made.",
    };
    const next = await create(input).catch(() => silent);
    setBusy(false);
    setResult(next);
    if (next.ok) done(next.value);
  }
  return { result, busy, send };
}

/** What was wrong with a field, or with anything inside it. */
function problemOf(result: MadeOutcome | undefined, field: string): string | undefined {
  if (!result || result.ok) return undefined;
  return result.issues?.find(({ path }) => path.split(".")[0] === field)?.message;
}

function useEnding(days: number | undefined): Part[] {
  const now = useNow(60_000);
  const timeZone = useTimeZone();
  if (days === undefined) return [{ text: " It works until you revoke it." }];
  return [
    { text: " It stops working on " },
    { text: dayIn(days, now, timeZone), strong: true },
    { text: "." },
  ];
}
