"use client";

import { useActionState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import type { AcceptFailure } from "./actions";

type AcceptFormProps = { accept: () => Promise<AcceptFailure>; organization: string };

/** One button for who is signed in as the invited address. */
export function AcceptForm({ accept, organization }: AcceptFormProps) {
  const [failure, submit, busy] = useActionState(accept, undefined);
  return (
    <form action={submit} className="grid gap-4">
      {failure && <FailAlert>{failure.message}</FailAlert>}
      <Button type="submit" variant="primary" size="lg" disabled={busy} className="min-w-0">
        <span className="truncate">{busy ? "Joining…" : `Join ${organization}`}</span>
      </Button>
    </form>
  );
}
