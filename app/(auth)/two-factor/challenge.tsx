"use client";

import { Clock3 } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { useNow } from "@/components/marks/use-now";
import { clock } from "@/components/marks/words";
import { CodeField } from "@/components/security/two-factor/code-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Kind, SecondFactorFailure } from "./actions";

type Verify = (last: SecondFactorFailure | undefined, form: FormData) => Promise<SecondFactorFailure>;
type ChallengeProps = {
  kind: Kind;
  /** When the challenge ends; undefined when there is none. */
  expiresAt: string | undefined;
  verify: Verify;
  start: Route;
  other: Route;
};

/** Asks for the second factor while there is time, and says so when there is none left. */
export function Challenge({ kind, expiresAt, verify, start, other }: ChallengeProps) {
  const [failure, submit, busy] = useActionState(verify, undefined);
  const leftMs = Date.parse(expiresAt ?? "") - useNow(1000);
  if (!(leftMs > 0) || failure?.code === "CHALLENGE_EXPIRED") return <Over start={start} />;
  return (
    <form action={submit} noValidate className="grid gap-4 [--widest-pitch:62px]">
      {failure && !failure.aboutField && <FailAlert>{failure.message}</FailAlert>}
      <CodeField
        kind={kind}
        typed={failure?.typed}
        error={failure?.aboutField ? failure.message : undefined}
        readOnly={busy}
      />
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? "Checking…" : "Sign in"}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
        <Link href={other} className="text-primary-text underline-offset-3 hover:underline">
          {kind === "code" ? "Use a recovery code instead" : "Use the authenticator instead"}
        </Link>
        <span
          className="flex items-center gap-1.5 text-muted-foreground tabular-nums"
          suppressHydrationWarning
        >
          <Clock3 aria-hidden className="size-3.5" />
          {clock(leftMs)} left
        </span>
      </div>
    </form>
  );
}

function Over({ start }: { start: Route }) {
  return (
    <>
      <Alert variant="warn" role="alert">
        <Clock3 aria-hidden />
        <div>
          There is no sign-in waiting for a code here. One waits for ten minutes, and ends after five wrong
          codes.
        </div>
      </Alert>
      <Button asChild size="lg">
        <Link href={start}>Sign in from the start</Link>
      </Button>
    </>
  );
}
