"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "./copy-button";
import { QuietCard } from "./quiet-page";

/** A page that could not be drawn: what is known, what is safe, and what to do. */
export function Failure({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <QuietCard
      title="This page could not be drawn"
      actions={
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      }
    >
      <p>Nothing you installed is affected. Try again; if it fails again, the server's log says why.</p>
      {error.digest && (
        <p className="mt-2 flex items-center justify-center gap-1">
          Request id <code>{error.digest}</code>
          <CopyButton text={error.digest} label="Copy the request id" />
        </p>
      )}
    </QuietCard>
  );
}
