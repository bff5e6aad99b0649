"use client";

import { MailCheck } from "lucide-react";
import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { Asked } from "./actions";

type Ask = (last: Asked | undefined, form: FormData) => Promise<Asked>;

export function AskForm({ ask }: { ask: Ask }) {
  const [asked, submit, busy] = useActionState(ask, undefined);
  if (asked?.sent) return <OnItsWay email={asked.email} />;
  const wrong = asked?.issues?.[0]?.message;
  return (
    <form action={submit} noValidate className="grid gap-4">
      {asked && !wrong && <FailAlert>{asked.message}</FailAlert>}
      <div className="grid gap-1.5">
        <Label htmlFor="email">E-mail</Label>
        <Input
          id="email"
          name="email"
          type="email"
          className="min-h-10"
          autoComplete="username"
          autoFocus
          defaultValue={asked?.email}
          readOnly={busy}
          aria-invalid={Boolean(wrong)}
          aria-describedby={describedBy("email", { error: wrong })}
        />
        <FieldNotes id="email" error={wrong} />
      </div>
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? "Asking…" : "Send me a link"}
      </Button>
    </form>
  );
}

function OnItsWay({ email }: { email: string }) {
  return (
    <Alert variant="ok" role="status">
      <MailCheck aria-hidden />
      <div className="grid min-w-0 gap-2">
        <p>
          If <b className="break-words">{email}</b> is the address of somebody here, a mail with a link is on
          its way. The link works once, within an hour.
        </p>
        <p className="text-muted-foreground">
          Nothing after a few minutes? Look into the spam folder, or ask an admin of this instance.
        </p>
      </div>
    </Alert>
  );
}
