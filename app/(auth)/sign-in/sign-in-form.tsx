"use client";

import Link from "next/link";
import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { PasswordInput } from "@/components/ui/password-input";
import type { SignInFailure } from "./actions";

type SignIn = (last: SignInFailure | undefined, form: FormData) => Promise<SignInFailure>;

export function SignInForm({ signIn }: { signIn: SignIn }) {
  const [failure, submit, busy] = useActionState(signIn, undefined);
  const wrong = (path: string) => failure?.issues.find((issue) => issue.path === path)?.message;
  const email = wrong("email");
  const password = wrong("password");
  return (
    <form action={submit} noValidate className="grid gap-4">
      {failure && !email && !password && <FailAlert>{failure.message}</FailAlert>}
      <div className="grid gap-1.5">
        <Label htmlFor="email">E-mail</Label>
        <Input
          id="email"
          name="email"
          type="email"
          className="min-h-10"
          autoComplete="username webauthn"
          autoFocus={!failure}
          defaultValue={failure?.email}
          readOnly={busy} // the answer resets the form: what was typed meanwhile would be lost
          aria-invalid={Boolean(email)}
          aria-describedby={describedBy("email", { error: email })}
        />
        <FieldNotes id="email" error={email} />
      </div>
      <div className="relative grid gap-1.5">
        <Label htmlFor="password">Password</Label>
        <PasswordInput
          id="password"
          name="password"
          what="password"
          boxClassName="min-h-10"
          autoComplete="current-password"
          autoFocus={Boolean(failure)}
          readOnly={busy}
          aria-invalid={Boolean(password)}
          aria-describedby={describedBy("password", { error: password })}
        />
        {/* After the field, so that Tab leads from the address to the password; shown in the line above it. */}
        <Link
          href="/forgot-password"
          className="absolute top-0.5 right-0 text-xs text-primary-text underline-offset-3 hover:underline"
        >
          Forgot your password?
        </Link>
        <FieldNotes id="password" error={password} />
      </div>
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
