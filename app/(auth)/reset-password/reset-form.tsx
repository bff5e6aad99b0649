"use client";

import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { PasswordInput } from "@/components/ui/password-input";
import { PASSWORD_WORDS } from "@/lib/auth/rules";
import type { ResetFailure } from "./actions";

type Reset = (last: ResetFailure | undefined, form: FormData) => Promise<ResetFailure>;

export function ResetForm({ reset }: { reset: Reset }) {
  const [failure, submit, busy] = useActionState(reset, undefined);
  // What is wrong says the rule once more.
  const notes = failure?.wrong ? { error: failure.wrong } : { help: PASSWORD_WORDS.help };
  return (
    <form action={submit} noValidate className="grid gap-4">
      {failure && !failure.wrong && <FailAlert>{failure.message}</FailAlert>}
      <div className="grid gap-1.5">
        <Label htmlFor="password">New password</Label>
        <PasswordInput
          id="password"
          name="password"
          what="password"
          boxClassName="min-h-10"
          autoComplete="new-password"
          autoFocus
          readOnly={busy}
          aria-invalid={Boolean(failure?.wrong)}
          aria-describedby={describedBy("password", notes)}
        />
        <FieldNotes id="password" {...notes} />
      </div>
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? "Setting it…" : "Set the new password"}
      </Button>
    </form>
  );
}
