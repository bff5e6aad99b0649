"use client";

import { useState, useTransition } from "react";
import type { Outcome } from "./actions";

/** Runs an action for a dialog: busy meanwhile, and what it refused to show there. */
export function useOutcome() {
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  function run(action: () => Promise<Outcome>, done: () => void) {
    start(async () => {
      setFailure(undefined);
      const result = await action().catch(() => ({
        ok: false as const,
        message: "The server did not answer. Load the page again to see what was done.",
      }));
      if (result.ok) done();
      else setFailure(result.message);
    });
  }
  return { failure, busy, run };
}
