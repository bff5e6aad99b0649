"use client";

import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { NewPassword } from "../new-password";
import type { ResetFailure } from "./actions";

type Reset = (last: ResetFailure | undefined, form: FormData) => Promise<ResetFailure>;

export function ResetForm({ reset }: { reset: Reset }) {
  const [failure, submit, busy] = useActionState(reset, undefined);
  return (
    <form action={submit} noValidate className="grid gap-4">
      {failure && !failure.wrong && <FailAlert>{failure.message}</FailAlert>}
      <NewPassword label="New password" wrong={failure?.wrong} autoFocus={true} busy={busy} />
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy ? "Setting it…" : "Set the new password"}
      </Button>
    </form>
  );
}
