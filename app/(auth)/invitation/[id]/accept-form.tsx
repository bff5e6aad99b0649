"use client";

import { CircleAlert } from "lucide-react";
import { useActionState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { AcceptFailure } from "./actions";

type AcceptFormProps = { accept: () => Promise<AcceptFailure>; organization: string };

/** One button for who is signed in as the invited address. */
export function AcceptForm({ accept, organization }: AcceptFormProps) {
  const [failure, submit, busy] = useActionState(accept, undefined);
  return (
    <form action={submit} className="grid gap-4">
      {failure && (
        <Alert variant="fail" role="alert">
          <CircleAlert aria-hidden />
          <div>{failure.message}</div>
        </Alert>
      )}
      <Button type="submit" variant="primary" size="lg" disabled={busy} className="min-w-0">
        <span className="truncate">{busy ? "Joining…" : `Join ${organization}`}</span>
      </Button>
    </form>
  );
}
