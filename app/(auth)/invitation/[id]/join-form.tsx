"use client";

import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { NewPassword } from "../../new-password";
import type { JoinFailure } from "./actions";

type JoinFormProps = {
  join: (last: JoinFailure | undefined, form: FormData) => Promise<JoinFailure>;
  email: string;
};

/** Name and password of somebody new; the address is the invited one. */
export function JoinForm({ join, email }: JoinFormProps) {
  const [failure, submit, busy] = useActionState(join, undefined);
  const { name, password } = failure?.wrong ?? {};
  return (
    <form action={submit} noValidate className="grid gap-4">
      {failure && !name && !password && <FailAlert>{failure.message}</FailAlert>}
      {/* For the password manager: under which name to keep the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div className="grid gap-1.5">
        <Label htmlFor="name">Your name</Label>
        <Input
          id="name"
          name="name"
          className="min-h-10"
          autoComplete="name"
          autoFocus={!failure || Boolean(name)}
          defaultValue={failure?.name}
          readOnly={busy} // the answer resets the form: what was typed meanwhile would be lost
          aria-invalid={Boolean(name)}
          aria-describedby={describedBy("name", { error: name })}
        />
        <FieldNotes id="name" error={name} />
      </div>
      <NewPassword
        label="Choose a password"
        wrong={password}
        autoFocus={Boolean(failure) && !name}
        busy={busy}
      />
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? "Joining…" : "Create my account and join"}
      </Button>
    </form>
  );
}
